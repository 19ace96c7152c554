import type { SampleResult } from '../types.ts';

/** What scripts may ask of a SampleResult, by the Java method's name. */
export const resultReaders: Readonly<
  Record<string, (result: SampleResult) => string | number | boolean | null>
> = {
  getResponseDataAsString: (result) => result.responseText,
  getResponseCode: (result) => result.responseCode,
  getResponseMessage: (result) => result.responseMessage,
  getResponseHeaders: (result) => result.responseHeaders,
  getRequestHeaders: (result) => result.requestHeaders,
  getSampleLabel: (result) => result.label,
  getSamplerData: (result) => result.samplerData ?? null,
  getThreadName: (result) => result.threadName,
  getDataType: (result) => result.dataType,
  getUrlAsString: (result) => result.url ?? '',
  getTime: (result) => result.elapsedMs,
  getLatency: (result) => Math.floor(result.latencyUs / 1000),
  getConnectTime: (result) => Math.floor(result.connectUs / 1000),
  getBytesAsLong: (result) => result.bytes,
  getSentBytes: (result) => result.sentBytes,
  getStartTime: (result) => Math.floor(result.startUs / 1000),
  getEndTime: (result) => Math.floor(result.endUs / 1000),
  isSuccessful: (result) => result.success,
};
