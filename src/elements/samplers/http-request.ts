import { checkUri } from '../../http/java-uri.ts';
import type { JavaUrl } from '../../http/java-url.ts';
import { headerText } from '../../http/request-headers.ts';
import { JavaException } from '../../java/exception.ts';
import { SampleResult, type Sampler, type ThreadListener, type VirtualUser } from '../../types.ts';
import { isCookieManager } from '../configs/cookie-manager.ts';
import type { ElementDefinition, SamplerScope } from '../definition.ts';
import { parseBoolean, parseInteger, type ElementContext } from '../element-context.ts';
import { httpArguments } from './http-request-arguments.ts';
import { bodyReader } from './http-request-body.ts';
import {
  closeHttpClient,
  CONNECTION_PROPERTIES,
  httpClientOf,
  loadHttpClient,
} from './http-request-connections.ts';
import { executor, type Executed, type PreparedRequest } from './http-request-execute.ts';
import { FILE_PROPERTIES } from './http-request-files.ts';
import { originOf, samplerHeaders } from './http-request-headers.ts';
import { followRedirects, isRedirect } from './http-request-redirects.ts';
import {
  asException,
  describeRequest,
  failWith,
  fillAnswer,
  hidesRequest,
  lastValue,
  valuesOf,
  type Hop,
} from './http-request-result.ts';
import { checkSupport } from './http-request-support.ts';
import { urlReader } from './http-request-url.ts';

/** Makes the sampler of one HTTP Request. */
function compile(context: ElementContext, { configs }: SamplerScope): Sampler & ThreadListener {
  checkSupport(context, configs);
  const { name } = context;
  const { properties } = context.environment;
  const args = httpArguments(context);
  const method = context.text('HTTPSampler.method', 'GET');
  const encoding = context.text('HTTPSampler.contentEncoding');
  const readUrl = urlReader(context, args);
  const readBody = bodyReader(context, args);
  const readHeaders = samplerHeaders(configs);
  const keepAlive = context.boolean('HTTPSampler.use_keepalive');
  const follows = context.boolean('HTTPSampler.follow_redirects');
  const followsByItself = context.boolean('HTTPSampler.auto_redirects');
  const asMd5 = context.boolean('HTTPSampler.md5');
  const execute = executor(context, configs);
  const cookieManager = configs.findLast(isCookieManager);
  const maxBytes = parseInteger(properties.get('httpsampler.max_bytes_to_store_per_request') ?? '0');
  const redirects = {
    max: parseInteger(properties.get('httpsampler.max_redirects') ?? '20'),
    renames: !parseBoolean(properties.get('subresults.disable_renaming') ?? ''),
  };

  function newHop(user: VirtualUser, url: JavaUrl, hopMethod: string): Hop {
    const result = new SampleResult();
    result.isHttp = true;
    result.threadName = user.threadName;
    result.label = redirects.renames ? name.evaluate(user) : url.text;
    return { result, url, method: hopMethod, cookies: '', body: '' };
  }

  /** Sends one request. @param redirected it follows a redirect, and has no body */
  async function sampleOne(
    user: VirtualUser,
    url: JavaUrl,
    hopMethod: string,
    redirected: boolean,
  ): Promise<Hop> {
    const hop = newHop(user, url, hopMethod);
    const { result } = hop;
    let request: PreparedRequest;
    try {
      checkUri(url);
      const { headers, cookies } = readHeaders(user, url, keepAlive(user));
      hop.cookies = cookies;
      request = { url, method: hopMethod, headers, body: undefined, followsByItself: followsByItself(user) };
      result.startUs = user.clock.nowUs();
    } catch (error) {
      result.startUs = result.endUs = user.clock.nowUs();
      failWith(result, asException(error));
      describeRequest(hop);
      return hop;
    }
    try {
      if (!redirected && readBody.isSent(user, hopMethod)) {
        const body = readBody.read(user, encoding.evaluate(user) || 'UTF-8', request.headers);
        hop.body = body.shown;
        request = { ...request, body };
      }
      takeAnswer(user, hop, await send(user, hop, request));
    } catch (error) {
      const exception = asException(error);
      if (result.endUs === 0) result.endUs = user.clock.nowUs();
      // What was about to be sent is shown only after an input or output error.
      if (result.responseHeaders === '' && hidesRequest(exception)) result.requestHeaders = '';
      failWith(result, exception);
    }
    describeRequest(hop);
    return hop;
  }

  async function send(user: VirtualUser, { result }: Hop, request: PreparedRequest): Promise<Executed> {
    const client = httpClientOf(user);
    const interruptible = user.onInterrupt(() => client.interrupt());
    try {
      return await execute(user, request, {
        requesting: (headers) => void (result.requestHeaders = headerText(headers)),
        connected: (atUs) => void (result.connectUs = atUs - result.startUs),
        firstByte: (atUs) => void (result.latencyUs = atUs - result.startUs),
      });
    } finally {
      interruptible();
    }
  }

  /** @throws JavaException when the answer cannot be used */
  function takeAnswer(user: VirtualUser, hop: Hop, { response, requestHeaders, url }: Executed): void {
    const { result } = hop;
    const { headers, status } = response;
    result.endUs = response.endUs;
    result.requestHeaders = headerText(requestHeaders);
    // An empty body counts as come when it is over.
    if (response.body?.length === 0) result.latencyUs = response.endUs - result.startUs;
    fillAnswer(result, response, { maxBytes, asMd5: asMd5(user) });
    if (isRedirect(status, hop.method)) {
      result.redirectLocation = lastValue(headers, 'location');
      if (result.redirectLocation === undefined)
        throw new JavaException(
          'java.lang.IllegalArgumentException',
          `Missing location header in redirect for ${hop.method} ${hop.url.text} HTTP/1.1`,
        );
    }
    result.bytes = response.receivedBytes;
    result.sentBytes = response.sentBytes;
    hop.url = url;
    cookieManager?.store(user, originOf(url), valuesOf(headers, 'set-cookie'));
  }

  return {
    async sample(user) {
      const sampledMethod = method.evaluate(user);
      let url: JavaUrl;
      try {
        url = readUrl(user, sampledMethod, encoding.evaluate(user) || 'UTF-8');
      } catch (error) {
        return withoutUrl(user, asException(error));
      }
      const first = await sampleOne(user, url, sampledMethod, false);
      let { result } = first;
      if (result.redirectLocation !== undefined && follows(user))
        result = await followRedirects(first, redirects, (next, nextMethod) =>
          sampleOne(user, next, nextMethod, true),
        );
      result.label = name.evaluate(user);
      return result;
    },
    threadFinished: closeHttpClient,
  };
}

/** The sample of a request that has no URL has no label either. */
function withoutUrl(user: VirtualUser, error: JavaException): SampleResult {
  const result = new SampleResult();
  result.isHttp = true;
  result.startUs = result.endUs = user.clock.nowUs();
  result.samplerData = 'null';
  failWith(result, error);
  return result;
}

/** HTTP Request (protocol.http.sampler.HTTPSamplerProxy), as its implementation HttpClient4 sends it. */
export const httpRequest = {
  testclass: 'org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy',
  label: 'HTTP Request',
  role: 'sampler',
  properties: [
    'HTTPSampler.domain',
    'HTTPSampler.port',
    'HTTPSampler.protocol',
    'HTTPSampler.path',
    'HTTPSampler.method',
    'HTTPSampler.contentEncoding',
    'HTTPSampler.follow_redirects',
    'HTTPSampler.auto_redirects',
    'HTTPSampler.use_keepalive',
    'HTTPSampler.postBodyRaw',
    'HTTPSampler.DO_MULTIPART_POST',
    'HTTPSampler.BROWSER_COMPATIBLE_MULTIPART',
    'HTTPSampler.md5',
    'HTTPsampler.Arguments',
    ...CONNECTION_PROPERTIES,
    ...FILE_PROPERTIES,
    // What these ask for is refused or draws a warning, or they mean nothing without it.
    'HTTPSampler.image_parser',
    'HTTPSampler.embedded_url_re',
    'HTTPSampler.embedded_url_exclude_re',
    'HTTPSampler.concurrentDwn',
    'HTTPSampler.concurrentPool',
    'HTTPSampler.implementation',
    'HTTPSampler.ipSource',
    'HTTPSampler.ipSourceType',
    'HTTPSampler.monitor',
    // The editor of GraphQL requests keeps its fields here; the request itself is the body.
    'GraphQLHTTPSampler.*',
  ],
  differs:
    'Embedded resources are not retrieved, and the implementation Java acts as HttpClient4. A request that fails without an answer has the exception as its response but not its stack trace, so that its bytes are fewer. Methods go out in capitals; a header with a name that HTTP does not allow is left out. Response headers show as `Name: value`. Of a body 64 MiB are kept. The User-Agent is that of JMeter on Java 17.0.15.',
  load: loadHttpClient,
  compile,
} satisfies ElementDefinition;
