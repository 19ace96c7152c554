import { createHash, createHmac } from 'node:crypto';
import { charsetNamed } from '../../java/charset.ts';
import { JavaException } from '../../java/exception.ts';
import { bool, data, text } from './arguments.ts';
import { javaError } from './exceptions.ts';
import {
  hostObject,
  type HostObject,
  type HostType,
  JavaBytes,
  methodTable,
  NoMatch,
  type Value,
} from './value.ts';

/** Names of the encodings that texts can be turned into bytes with, by Java's names. */
const ENCODERS: Readonly<Record<string, BufferEncoding>> = {
  'utf-8': 'utf8',
  utf8: 'utf8',
  'us-ascii': 'latin1',
  ascii: 'latin1',
  'iso-8859-1': 'latin1',
  latin1: 'latin1',
  'utf-16le': 'utf16le',
};

/** `java.nio.charset.Charset`: its name. */
export const charsetType: HostType<string> = {
  name: 'java.nio.charset.Charset',
  text: (name: string) => name,
  methods: methodTable<string>({ name: (name) => name, displayName: (name) => name }),
};

/** A charset given by name or as an object; UTF-8 when it is left out. */
export function charsetName(value: Value | undefined): string {
  if (value === undefined) return 'UTF-8';
  return typeof value === 'string' ? value : data(value, charsetType);
}

/** Bytes of a text in that charset, or bytes as they are. */
export function bytesOf(source: string | Uint8Array, charset: Value | undefined): JavaBytes {
  if (typeof source !== 'string') return new JavaBytes(Uint8Array.from(source));
  const name = charsetName(charset);
  const encoding = ENCODERS[name.toLowerCase()];
  if (encoding === undefined) throw javaError('java.io.UnsupportedEncodingException', name);
  return new JavaBytes(Uint8Array.from(Buffer.from(source, encoding)));
}

export function decodeBytes(encoded: Uint8Array, charset: Value | undefined): string {
  const name = charsetName(charset);
  try {
    return charsetNamed(name).decode(Buffer.from(encoded));
  } catch (error) {
    if (!(error instanceof JavaException)) throw error;
    throw javaError('java.io.UnsupportedEncodingException', name);
  }
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  SHA: 'sha1',
  SHA1: 'sha1',
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

function algorithmNamed(name: string, what: string): string {
  const found = ALGORITHMS[name.toUpperCase()];
  if (found === undefined)
    throw javaError('java.security.NoSuchAlgorithmException', `${name} ${what} not available`);
  return found;
}

export const digestHex = (algorithm: string, input: Uint8Array): string =>
  createHash(algorithmNamed(algorithm, 'MessageDigest')).update(input).digest('hex');

export function bytes(value: Value | undefined): Uint8Array {
  if (!(value instanceof JavaBytes)) throw new NoMatch();
  return value.bytes;
}

interface Collecting {
  readonly algorithm: string;
  key: Uint8Array | undefined;
  parts: Uint8Array[];
}

function finished(state: Collecting, last: Value | undefined): JavaBytes {
  const input = Buffer.concat([...state.parts, ...(last === undefined ? [] : [bytes(last)])]);
  state.parts = [];
  const hash = state.key === undefined ? createHash(state.algorithm) : createHmac(state.algorithm, state.key);
  return new JavaBytes(Uint8Array.from(hash.update(input).digest()));
}

const update = (state: Collecting, [part]: readonly Value[]): Value => {
  state.parts.push(bytes(part));
  return null;
};

const messageDigestType: HostType<Collecting> = {
  name: 'java.security.MessageDigest',
  text: ({ algorithm }: Collecting) => `${algorithm} Message Digest`,
  methods: methodTable<Collecting>({
    'update 1': update,
    'digest 0 1': (state, [last]) => finished(state, last),
    reset: (state) => {
      state.parts = [];
      return null;
    },
  }),
};

export const messageDigest = (name: string): HostObject =>
  hostObject(messageDigestType, {
    algorithm: algorithmNamed(name, 'MessageDigest'),
    key: undefined,
    parts: [],
  });

/** `javax.crypto.spec.SecretKeySpec`. */
export const secretKeyType: HostType<Uint8Array> = {
  name: 'javax.crypto.spec.SecretKeySpec',
  text: () => 'javax.crypto.spec.SecretKeySpec@1b2c3d',
  methods: methodTable<Uint8Array>({ getEncoded: (key) => new JavaBytes(key) }),
};

const macType: HostType<Collecting> = {
  name: 'javax.crypto.Mac',
  text: () => 'javax.crypto.Mac@1b2c3d',
  methods: methodTable<Collecting>({
    'init 1': (state, [key]) => {
      state.key = data(key, secretKeyType);
      return null;
    },
    'update 1': update,
    'doFinal 0 1': (state, [last]) => {
      if (state.key === undefined) throw javaError('java.lang.IllegalStateException', 'MAC not initialized');
      return finished(state, last);
    },
  }),
};

export const mac = (name: string): HostObject => {
  const [, hash] = /^hmac[-_]?(sha\d*|md5)$/i.exec(name) ?? [];
  if (hash === undefined)
    throw javaError('java.security.NoSuchAlgorithmException', `Algorithm ${name} not available`);
  return hostObject(macType, { algorithm: hash.toLowerCase(), key: undefined, parts: [] });
};

interface Base64Form {
  readonly url: boolean;
  readonly padding: boolean;
}

const encoderType: HostType<Base64Form> = {
  name: 'java.util.Base64$Encoder',
  text: () => 'java.util.Base64$Encoder@1b2c3d',
  methods: methodTable<Base64Form>({
    'encodeToString 1': (form, [input]) => encodeBase64(bytes(input), form),
    'encode 1': (form, [input]) => bytesOf(encodeBase64(bytes(input), form), undefined),
    withoutPadding: (form) => hostObject(encoderType, { ...form, padding: false }),
  }),
};

const decoderType: HostType<null> = {
  name: 'java.util.Base64$Decoder',
  text: () => 'java.util.Base64$Decoder@1b2c3d',
  methods: methodTable<null>({
    'decode 1': (_, [input]) => {
      const given = typeof input === 'string' ? input : Buffer.from(bytes(input)).toString('latin1');
      const wrong = /[^A-Za-z0-9+/=_-]/.exec(given);
      if (wrong !== null)
        throw javaError(
          'java.lang.IllegalArgumentException',
          `Illegal base64 character ${wrong[0].charCodeAt(0).toString(16)}`,
        );
      return new JavaBytes(Uint8Array.from(Buffer.from(given, 'base64')));
    },
  }),
};

export function encodeBase64(input: Uint8Array, { url, padding }: Base64Form): string {
  const encoded = Buffer.from(input).toString('base64');
  const lettered = url ? encoded.replaceAll('+', '-').replaceAll('/', '_') : encoded;
  return padding ? lettered : lettered.replace(/=+$/, '');
}

export const base64Encoder = (url: boolean): HostObject => hostObject(encoderType, { url, padding: true });
export const base64Decoder = (): HostObject => hostObject(decoderType, null);

/** Methods of `byte[]` that other arrays do not have. */
export const byteArrayMethods = {
  'encodeBase64 0 1': (self: unknown, [chunked]: readonly Value[]): Value => {
    if (chunked !== undefined) bool(chunked);
    return encodeBase64(bytes(self as Value), { url: false, padding: true });
  },
  'encodeBase64Url 0 1': (self: unknown, [padded]: readonly Value[]): Value =>
    encodeBase64(bytes(self as Value), { url: true, padding: padded === true }),
  encodeHex: (self: unknown): Value => Buffer.from(bytes(self as Value)).toString('hex'),
  md5: (self: unknown): Value => digestHex('MD5', bytes(self as Value)),
  sha256: (self: unknown): Value => digestHex('SHA-256', bytes(self as Value)),
  'digest 1': (self: unknown, [algorithm]: readonly Value[]): Value =>
    digestHex(text(algorithm), bytes(self as Value)),
};
