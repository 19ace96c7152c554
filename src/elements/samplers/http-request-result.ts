import { createHash } from 'node:crypto';
import { decodeBody, knownCodings } from '../../http/content-coding.ts';
import type { WireResponse } from '../../http/exchange.ts';
import { isUnchecked } from '../../http/failures.ts';
import { MAX_BODY_BYTES } from '../../http/limits.ts';
import type { JavaUrl } from '../../http/java-url.ts';
import type { Headers } from '../../http/request-headers.ts';
import { charsetNamed } from '../../java/charset.ts';
import { JavaException } from '../../java/exception.ts';
import type { SampleResult } from '../../types.ts';

/** One request and what came of it: the whole sample, or one step of a chain of redirects. */
export interface Hop {
  readonly result: SampleResult;
  url: JavaUrl;
  readonly method: string;
  cookies: string;
  /** The request body as results show it. */
  body: string;
}

/** What of an answer is kept. */
export interface Keeping {
  /** 0: all. */
  readonly maxBytes: number;
  readonly asMd5: boolean;
}

const WITHOUT_BODY = new Set(['HEAD', 'OPTIONS', 'TRACE']);

/** The request as results show it (HTTPSampleResult.getSamplerData). */
export function describeRequest({ result, method, url, body, cookies }: Hop): void {
  const data = WITHOUT_BODY.has(method) ? '' : `\n${method} data:\n${body}\n`;
  const cookieData = cookies === '' ? '\n[no cookies]' : `\nCookie Data:\n${cookies}`;
  result.url = url.text;
  result.samplerData = `${method} ${url.text}\n${data}${cookieData}\n`;
}

/** Fails a sample with an exception; its text takes the place of the response. */
export function failWith(result: SampleResult, error: JavaException): void {
  // As the first line of Java's stack trace, where a missing message does not show.
  const trace = error.message === 'null' ? `${error.name}\n` : `${error.name}: ${error.message}\n`;
  // Of a result that has a response already, the size of its head stays.
  result.bytes += result.responseData.length === 0 || result.bytes === 0 ? trace.length : 0;
  result.dataType = 'text';
  result.responseData = trace;
  result.decodeText = undefined;
  result.responseCode = `Non HTTP response code: ${error.name}`;
  result.responseMessage = `Non HTTP response message: ${error.message}`;
  result.success = false;
}

/** Java's exception for any error; others than those are bugs of ours. @throws what is no JavaException */
export function asException(error: unknown): JavaException {
  if (error instanceof JavaException) return error;
  throw error;
}

/** HTTPHC4Impl shows no request headers after an exception that is not an IOException. */
export const hidesRequest = isUnchecked;

/** Fills in the answer. @throws JavaException when it cannot be decoded. */
export function fillAnswer(result: SampleResult, response: WireResponse, keeping: Keeping): void {
  const { headers, status } = response;
  const type = lastValue(headers, 'content-type');
  if (type !== undefined) setType(result, type);
  let shownHeaders = headers;
  if (response.body !== undefined) {
    const codings =
      response.body.length === 0 ? [] : knownCodings(lastValue(headers, 'content-encoding') ?? '');
    if (codings.length > 0) shownHeaders = codedLast(headers);
    const data = decodeBody(codings, response.body, MAX_BODY_BYTES);
    result.responseData = kept(data, keeping);
    if (result.encoding === '' && type?.startsWith('text/html') === true) setMetaType(result, data);
  }
  result.responseCode = String(status);
  result.responseMessage = response.reason;
  result.success = status >= 200 && status < 400;
  result.responseHeaders = `${response.statusLine}\n${shownHeaders.map(([name, value]) => `${name}: ${value}\n`).join('')}`;
}

function kept(data: Buffer, { maxBytes, asMd5 }: Keeping): Buffer {
  if (asMd5) return data.length === 0 ? data : Buffer.from(createHash('md5').update(data).digest('hex'));
  return maxBytes > 0 ? data.subarray(0, maxBytes) : data;
}

export const valuesOf = (headers: Headers, name: string): string[] =>
  headers.flatMap(([known, value]) => (known.toLowerCase() === name ? [value] : []));

export const lastValue = (headers: Headers, name: string): string | undefined =>
  valuesOf(headers, name).at(-1);

/** HttpClient takes these away from a decoded answer, and JMeter puts them back at the end. */
const CODING_HEADERS = ['content-length', 'content-encoding', 'content-md5'];

const codedLast = (headers: Headers): Headers => [
  ...headers.filter(([name]) => !CODING_HEADERS.includes(name.toLowerCase())),
  ...CODING_HEADERS.flatMap((coding) => headers.filter(([name]) => name.toLowerCase() === coding)),
];

const TEXT_TYPES = ['audio/mpegurl', 'audio/x-mpegurl', 'video/f4m', 'image/svg+xml'];
const BINARY_TYPE = /^(?:image|audio|video)\//;

/** Data type and charset as a Content-Type says them (SampleResult.setEncodingAndType). */
function setType(result: SampleResult, type: string): void {
  const charset = /charset=([^;]*)/i.exec(type)?.[1];
  if (charset !== undefined) {
    result.encoding = /^["']/.test(charset) ? charset.slice(1, -1) : charset;
    result.decodeText = decoderOf(result.encoding);
  }
  const isText = TEXT_TYPES.some((text) => type.startsWith(text)) || !BINARY_TYPE.test(type);
  result.dataType = isText ? 'text' : 'bin';
}

function decoderOf(encoding: string): ((bytes: Buffer) => string) | undefined {
  if (/^utf-?8$/i.test(encoding) || encoding === '') return undefined;
  try {
    const charset = charsetNamed(encoding);
    return (bytes) => charset.decode(bytes);
  } catch (error) {
    asException(error);
    return undefined;
  }
}

const META = /<meta http-equiv="content-type" content="([^"]*)"/i;

/** An HTML page may say its own type, near its start. */
function setMetaType(result: SampleResult, page: Buffer): void {
  const type = META.exec(page.toString('latin1', 0, 2000))?.[1];
  if (type !== undefined) setType(result, type);
}
