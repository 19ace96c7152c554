import { SampleResult } from '../../../types.ts';
import { anyInt, bool, data, millis, text } from '../arguments.ts';
import { runtime } from '../runtime.ts';
import { groovyText } from '../text.ts';
import { isNumber, toBigInt } from '../numbers.ts';
import {
  hostObject,
  type HostObject,
  type HostType,
  JavaArray,
  JavaBytes,
  type Method,
  methodTable,
  NoMatch,
  type Value,
} from '../value.ts';
import { assertionResultType } from './assertion-result.ts';

const CATEGORY = 'o.a.j.s.SampleResult';
const ms = (us: number): bigint => BigInt(Math.floor(us / 1000));

const bodyLength = ({ responseData }: SampleResult): number =>
  typeof responseData === 'string' ? Buffer.byteLength(responseData) : responseData.length;

/** JMeter adds up bytes from the response unless the sampler counted them itself. */
function setResponse(result: SampleResult, response: string | Uint8Array): null {
  const counted = result.bytes === bodyLength(result);
  result.responseData = response;
  if (counted) result.bytes = bodyLength(result);
  return null;
}

const setData: Method<SampleResult> = (result, [response, encoding]) => {
  if (response instanceof JavaBytes) {
    setResponse(result, Uint8Array.from(response.bytes));
    return null;
  }
  result.encoding = encoding === undefined || encoding === null ? 'UTF-8' : text(encoding);
  return setResponse(result, response === null ? '' : groovyText(response!));
};

const setter =
  (set: (result: SampleResult, value: string) => void): Method<SampleResult> =>
  (result, [value]) => {
    set(result, value === null ? '' : text(value));
    return null;
  };

const logError = (message: string): void => runtime().user.log.log('ERROR', CATEGORY, message);

const bytesOf = (result: SampleResult): bigint => BigInt(result.bytes);

/** `SampleResult`, `prev` (samplers.SampleResult). */
export const sampleResultType: HostType<SampleResult> = {
  name: 'org.apache.jmeter.samplers.SampleResult',
  text: ({ label }: SampleResult) => label,
  methods: methodTable<SampleResult>({
    getResponseCode: ({ responseCode }) => responseCode,
    'setResponseCode 1': (result, [code]) => {
      result.responseCode = code === null ? null : text(code);
      return null;
    },
    setResponseCodeOK: (result) => {
      result.responseCode = '200';
      return null;
    },
    isResponseCodeOK: ({ responseCode }) => responseCode === '200',
    getResponseMessage: ({ responseMessage }) => responseMessage,
    'setResponseMessage 1': (result, [message]) => {
      result.responseMessage = message === null ? null : text(message);
      return null;
    },
    setResponseMessageOK: (result) => {
      result.responseMessage = 'OK';
      return null;
    },
    setResponseOK: (result) => {
      Object.assign(result, { responseCode: '200', responseMessage: 'OK', success: true });
      return null;
    },
    isSuccessful: ({ success }) => success,
    getSuccessful: ({ success }) => success,
    'setSuccessful 1': (result, [success]) => {
      result.success = bool(success);
      return null;
    },
    getSampleLabel: ({ label }) => label,
    'getSampleLabel 1': ({ label, threadName }, [full]) => (bool(full) ? `${threadName}:${label}` : label),
    'setSampleLabel 1': setter((result, label) => (result.label = label)),
    getResponseDataAsString: (result) => result.responseText,
    getResponseData: ({ responseData }) =>
      new JavaBytes(
        typeof responseData === 'string'
          ? Uint8Array.from(Buffer.from(responseData))
          : Uint8Array.from(responseData),
      ),
    'setResponseData 1 2': setData,
    getDataType: ({ dataType }) => dataType,
    'setDataType 1': setter((result, type) => (result.dataType = type)),
    getDataEncodingNoDefault: ({ encoding }) => (encoding === '' ? null : encoding),
    getDataEncodingWithDefault: ({ encoding }) => (encoding === '' ? 'UTF-8' : encoding),
    'setDataEncoding 1': setter((result, encoding) => (result.encoding = encoding)),
    getResponseHeaders: ({ responseHeaders }) => responseHeaders,
    'setResponseHeaders 1': setter((result, headers) => (result.responseHeaders = headers)),
    getRequestHeaders: ({ requestHeaders }) => requestHeaders,
    'setRequestHeaders 1': setter((result, headers) => (result.requestHeaders = headers)),
    getSamplerData: ({ samplerData }) => samplerData ?? null,
    'setSamplerData 1': setter((result, sent) => (result.samplerData = sent)),
    getContentType: ({ responseHeaders }) =>
      /^Content-Type:[ \t]*(.*)$/im.exec(responseHeaders)?.[1]?.trim() ?? '',
    getUrlAsString: ({ url }) => url ?? '',
    getURL: ({ url }) => url ?? null,
    getThreadName: ({ threadName }) => threadName,
    'setThreadName 1': setter((result, name) => (result.threadName = name)),
    getTime: ({ elapsedMs }) => BigInt(elapsedMs),
    getStartTime: ({ startUs }) => ms(startUs),
    'setStartTime 1': (result, [time]) => {
      result.startUs = millis(time) * 1000;
      return null;
    },
    getEndTime: ({ endUs }) => ms(endUs),
    'setEndTime 1': (result, [time]) => {
      result.endUs = millis(time) * 1000;
      return null;
    },
    getTimeStamp: ({ startUs }) => ms(startUs),
    currentTimeInMillis: () => ms(runtime().nowUs()),
    getLatency: ({ latencyMs }) => BigInt(latencyMs < 0 ? 0 : latencyMs),
    'setLatency 1': (result, [time]) => {
      result.latencyUs = millis(time) * 1000;
      return null;
    },
    getConnectTime: ({ connectUs }) => ms(connectUs),
    'setConnectTime 1': (result, [time]) => {
      result.connectUs = millis(time) * 1000;
      return null;
    },
    latencyEnd: (result) => {
      result.latencyUs = runtime().nowUs() - result.startUs - result.idleUs;
      return null;
    },
    connectEnd: (result) => {
      result.connectUs = runtime().nowUs() - result.startUs - result.idleUs;
      return null;
    },
    getIdleTime: ({ idleMs }) => BigInt(idleMs),
    'setIdleTime 1': (result, [time]) => {
      result.idleUs = millis(time) * 1000;
      return null;
    },
    getBytesAsLong: bytesOf,
    getBytes: (result) => result.bytes,
    'setBytes 1': (result, [count]) => {
      if (!isNumber(count)) throw new NoMatch();
      if (bodyLength(result) === 0) result.bytes = Number(toBigInt(count));
      return null;
    },
    getBodySizeAsLong: (result) => BigInt(bodyLength(result)),
    'setBodySize 1': (result, [count]) => {
      if (!isNumber(count)) throw new NoMatch();
      result.bytes = Number(toBigInt(count));
      return null;
    },
    getSentBytes: ({ sentBytes }) => BigInt(sentBytes),
    'setSentBytes 1': (result, [count]) => {
      if (!isNumber(count)) throw new NoMatch();
      result.sentBytes = Number(toBigInt(count));
      return null;
    },
    getSampleCount: ({ sampleCount }) => sampleCount,
    'setSampleCount 1': (result, [count]) => {
      result.sampleCount = anyInt(count);
      return null;
    },
    getErrorCount: ({ success, sampleCount }) => (success ? 0 : sampleCount),
    getGroupThreads: ({ grpThreads }) => grpThreads,
    getAllThreads: ({ allThreads }) => allThreads,
    sampleStart: (result) => {
      if (result.startUs === 0) result.startUs = runtime().nowUs();
      else logError('sampleStart called twice');
      return null;
    },
    sampleEnd: (result) => {
      sampleEnd(result, runtime().nowUs(), logError);
      return null;
    },
    setIgnore: (result) => {
      result.ignored = true;
      return null;
    },
    isIgnore: ({ ignored }) => ignored,
    'setStopThread 1': (result, [stop]) => stopping(result, 'thread', bool(stop)),
    'setStopTest 1': (result, [stop]) => stopping(result, 'test', bool(stop)),
    'setStopTestNow 1': (result, [stop]) => stopping(result, 'test-now', bool(stop)),
    isStopThread: ({ stop }) => stop === 'thread',
    isStopTest: ({ stop }) => stop === 'test',
    isStopTestNow: ({ stop }) => stop === 'test-now',
    'addSubResult 1 2': (result, [sub, rename]) => {
      result.addSubResult(data(sub, sampleResultType), rename === undefined || bool(rename));
      return null;
    },
    'addRawSubResult 1': (result, [sub]) => {
      result.addSubResult(data(sub, sampleResultType), false);
      return null;
    },
    getSubResults: ({ subResults }) =>
      new JavaArray('org.apache.jmeter.samplers.SampleResult', (subResults ?? []).map(resultObject)),
    getParent: () => null,
    getAssertionResults: ({ assertionResults }) =>
      new JavaArray(
        'org.apache.jmeter.assertions.AssertionResult',
        (assertionResults ?? []).map((assertion) => hostObject(assertionResultType, assertion)),
      ),
    'addAssertionResult 1': (result, [assertion]) => {
      (result.assertionResults ??= []).push(data(assertion, assertionResultType));
      return null;
    },
    getFirstAssertionFailureMessage: ({ assertionResults }) =>
      assertionResults?.find(({ failure, error }) => failure || error)?.message ?? null,
    getResultFileName: ({ filename }) => filename,
    'setResultFileName 1': setter((result, name) => (result.filename = name)),
    toString: ({ label }: SampleResult) => label,
  }),
};

/** Ends a sample's clock, once. */
export function sampleEnd(result: SampleResult, nowUs: number, onError: (message: string) => void): void {
  if (result.endUs !== 0) onError('sampleEnd called twice');
  else {
    if (result.startUs === 0) onError('setEndTime must be called after setStartTime');
    result.endUs = nowUs;
  }
}

function stopping(result: SampleResult, what: NonNullable<SampleResult['stop']>, stop: boolean): null {
  if (stop) result.stop = what;
  else if (result.stop === what) result.stop = undefined;
  return null;
}

export const resultObject = (result: SampleResult): HostObject => hostObject(sampleResultType, result);

export const newSampleResult = (): Value => resultObject(new SampleResult());
