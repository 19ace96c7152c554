import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { VirtualUser } from '../../types.ts';
import { formatBinary, parseBinary } from '../../websocket/binary-text.ts';
import { IoError } from '../../websocket/errors.ts';
import { NO_BYTES } from '../../websocket/frame.ts';
import type { ElementContext } from '../element-context.ts';

/** What a sampler sends. */
export interface Payload {
  /** The text of a text frame; undefined for a binary frame. */
  readonly text: string | undefined;
  /** The bytes of a binary frame. */
  readonly data: Uint8Array;
  /** How the request data of the sample shows it. */
  readonly shown: string;
}

/** The payload cannot be made. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
  /** How the log says it, after the name of the sampler. */
  readonly logged: string;

  constructor(message: string, logged: string) {
    super(message);
    this.logged = logged;
  }
}

/** Of a binary file so many bytes are shown. */
const SHOWN_BYTES = 100;

export interface PayloadReader {
  /** The typed data has `${…}` in it. */
  readonly varies: boolean;
  /** True when the type is Binary. */
  isBinary(user: VirtualUser): boolean;
  /**
   * @param dynamic collects what each `${…}` gave.
   * @throws PayloadError, or an IoError for a file that cannot be read.
   */
  read(user: VirtualUser, dynamic: string[] | undefined): Payload;
}

/** Properties that make the payload of request-response and Single Write. */
export const PAYLOAD_PROPERTIES = [
  'payloadType',
  'binaryPayload',
  'requestData',
  'loadDataFromFile',
  'dataFile',
];

/** The payload as the properties of a sampler state it. */
export function payloadReader(context: ElementContext, category: string): PayloadReader {
  const type = typeReader(context, category);
  const data = context.text('requestData');
  const fromFile = context.boolean('loadDataFromFile');
  const file = context.text('dataFile');
  const { workingDirectory } = context.environment;
  /** A constant is made into a payload once; by the type it had then. */
  let made: { type: PayloadType; payload: Payload } | undefined;
  return {
    varies: data.constant === undefined,
    isBinary: (user) => type(user) === 'Binary',
    read(user, dynamic) {
      const kind = type(user);
      const typed = data.evaluate(user, dynamic);
      if (fromFile(user)) return filePayload(kind, workingDirectory, file.evaluate(user));
      if (data.constant === undefined) return typedPayload(kind, typed);
      if (made?.type !== kind) made = { type: kind, payload: typedPayload(kind, typed) };
      return made.payload;
    },
  };
}

type PayloadType = 'Text' | 'Binary' | 'TextStomp';

const isPayloadType = (name: string): name is PayloadType =>
  name === 'Text' || name === 'Binary' || name === 'TextStomp';

function typeReader(context: ElementContext, category: string): (user: VirtualUser) => PayloadType {
  if (!context.has('payloadType')) {
    const binary = context.boolean('binaryPayload');
    return (user) => (binary(user) ? 'Binary' : 'Text');
  }
  const type = context.text('payloadType');
  return (user) => {
    const name = type.evaluate(user);
    if (isPayloadType(name)) return name;
    user.log.log('WARN', category, `Wrong value found for payloadType: '${name}'`);
    return 'Text';
  };
}

const textPayload = (type: PayloadType, source: string): Payload => {
  const text = type === 'TextStomp' ? source.replaceAll('^@', '\0') : source;
  return { text, data: NO_BYTES, shown: text };
};

function typedPayload(type: PayloadType, source: string): Payload {
  if (type !== 'Binary') return textPayload(type, source);
  try {
    return { text: undefined, data: parseBinary(source), shown: source };
  } catch {
    throw new PayloadError(`Request data is not binary: ${source}`, `request data is not binary: ${source}`);
  }
}

function filePayload(type: PayloadType, folder: string, name: string): Payload {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path.resolve(folder, name));
  } catch (error) {
    throw unreadable(name, error);
  }
  if (type !== 'Binary') return textPayload(type, bytes.toString('utf8'));
  return { text: undefined, data: bytes, shown: formatBinary(bytes, SHOWN_BYTES, '...') };
}

function unreadable(name: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EISDIR') return new IoError('Is a directory');
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EACCES') return new IoError(String(error));
  const why = code === 'EACCES' ? 'not readable' : 'not found';
  return new PayloadError(
    `Request data cannot be loaded, file '${name}' ${why}`,
    `can't load request data; file '${name}' ${why}`,
  );
}
