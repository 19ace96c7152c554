import { JavaException } from '../java/exception.ts';
import { ioText } from '../websocket/errors.ts';

/** What a sampler reports when HttpClient gives up on a protocol error: the reason is only in the stack trace. */
export const protocolFailure = (): JavaException =>
  new JavaException('org.apache.http.client.ClientProtocolException', 'null');

/** @param host host and port of the server that was asked. */
export const noResponse = (host: string): JavaException =>
  new JavaException('org.apache.http.NoHttpResponseException', `${host} failed to respond`);

export const readTimedOut = (): JavaException =>
  new JavaException('java.net.SocketTimeoutException', 'Read timed out');

/** The request was interrupted: HttpClient closes the socket under the read. */
export const socketClosed = (): JavaException =>
  new JavaException('java.net.SocketException', 'Socket closed');

/** True for what Java does not count among its IOExceptions. */
export const isUnchecked = ({ name }: JavaException): boolean =>
  /^(?:java\.lang\.|java\.nio\.charset\.|org\.apache\.http\.ParseException$)/.test(name);

/** How far an answer had come when it broke off. */
export interface BrokenAnswer {
  /** The Content-Length that was announced; undefined: the answer came in chunks. */
  readonly expected: number | undefined;
  readonly received: number;
}

const grouped = (value: number): string => value.toLocaleString('en-US');

/** The answer ended before it was complete. */
function brokenOff({ expected, received }: BrokenAnswer): JavaException {
  const what =
    expected === undefined
      ? 'chunk coded message body: closing chunk expected'
      : `Content-Length delimited message body (expected: ${grouped(expected)}; received: ${grouped(received)})`;
  return new JavaException('org.apache.http.ConnectionClosedException', `Premature end of ${what}`);
}

/** What Node's parser of answers says, with the bytes it could not read. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** The line in which the parser stopped. */
function badLine({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString('latin1') ?? '';
  const start = text.lastIndexOf('\n', bytesParsed - 1) + 1;
  return text.slice(start).split(/\r?\n/, 1)[0] ?? '';
}

/**
 * The exception that HttpClient gives for an error of a Node request.
 * @param host host and port of the server that was asked.
 * @param answer undefined while no head of an answer has come.
 */
export function exchangeFailure(
  error: ParserError,
  host: string,
  answer: BrokenAnswer | undefined,
): JavaException {
  if (error instanceof JavaException) return error;
  const code = error.code ?? '';
  if (code === 'HPE_INVALID_CHUNK_SIZE')
    return new JavaException(
      'org.apache.http.MalformedChunkCodingException',
      `Bad chunk header: ${badLine(error)}`,
    );
  // The stream ended where the parser wanted more.
  if (code === 'HPE_INVALID_EOF_STATE' && answer !== undefined) return brokenOff(answer);
  if (code.startsWith('HPE_')) return protocolFailure();
  if (code === 'ECONNRESET' && error.syscall === undefined)
    return answer === undefined ? noResponse(host) : brokenOff(answer);
  return new JavaException('java.net.SocketException', ioText(error));
}
