import { hostname } from 'node:os';
import type { AssertionResult, SampleEvent, SampleResult } from '../types.ts';
import type { RecordFormat } from './csv-format.ts';
import type { SaveConfiguration } from './save-configuration.ts';
import { timestampMs } from './timestamp.ts';
import { xmlAttribute, xmlName, xmlText } from './xml-escape.ts';

/** The end tag; a file that ends with it can be continued. */
export const XML_END_TAG = '</testResults>';

type Attribute = (result: SampleResult, event: SampleEvent) => string | number;

/** The attributes of a sample in their order. */
function attributes(configuration: SaveConfiguration): [name: string, Attribute][] {
  const { saves, timestampIsStart } = configuration;
  const text = (value: string | null | undefined): string => (value == null ? '' : xmlAttribute(value));
  const host = xmlAttribute(hostname());
  const list: [name: string, Attribute][] = [];
  if (saves.has('time')) list.push(['t', (r) => r.elapsedMs]);
  if (saves.has('idleTime')) list.push(['it', (r) => r.idleMs]);
  if (saves.has('latency')) list.push(['lt', (r) => r.latencyMs]);
  if (saves.has('connectTime')) list.push(['ct', (r) => r.connectMs]);
  if (saves.has('timestamp')) list.push(['ts', (r) => timestampMs(r, timestampIsStart)]);
  if (saves.has('success')) list.push(['s', (r) => (r.success ? 'true' : 'false')]);
  if (saves.has('label')) list.push(['lb', (r) => text(r.label)]);
  if (saves.has('code')) list.push(['rc', (r) => text(r.responseCode)]);
  if (saves.has('message')) list.push(['rm', (r) => text(r.responseMessage)]);
  if (saves.has('threadName')) list.push(['tn', (r) => text(r.threadName)]);
  if (saves.has('dataType')) list.push(['dt', (r) => text(r.dataType)]);
  if (saves.has('encoding')) list.push(['de', (r) => text(r.encoding)]);
  if (saves.has('bytes')) list.push(['by', (r) => r.bytes]);
  if (saves.has('sentBytes')) list.push(['sby', (r) => r.sentBytes]);
  if (saves.has('sampleCount')) list.push(['sc', (r) => r.sampleCount], ['ec', (r) => (r.success ? 0 : 1)]);
  if (saves.has('threadCounts')) list.push(['ng', (r) => r.grpThreads], ['na', (r) => r.allThreads]);
  if (saves.has('hostname')) list.push(['hn', () => host]);
  for (const [i, name] of configuration.sampleVariables.entries())
    list.push([xmlName(name), (_, event) => text(event.variables[i])]);
  return list;
}

function assertionLines(assertion: AssertionResult, indent: string): string {
  const message =
    assertion.message === null
      ? ''
      : `${indent}  <failureMessage>${xmlText(assertion.message)}</failureMessage>\n`;
  return (
    `${indent}<assertionResult>\n${indent}  <name>${xmlText(assertion.name)}</name>\n` +
    `${indent}  <failure>${assertion.failure}</failure>\n${indent}  <error>${assertion.error}</error>\n` +
    `${message}${indent}</assertionResult>\n`
  );
}

const textLine = (name: string, text: string, indent: string): string =>
  `${indent}<${name} class="java.lang.String">${xmlText(text)}</${name}>\n`;

/** The parts of an HTTP sample's request text, which XML results keep apart. */
const HTTP_REQUEST = /^(\S+) [^\n]*\n(?:\n\S+ data:\n([^]*?)\n)?\n(?:Cookie Data:\n([^]*)|\[no cookies\])\n$/;

function samplerDataLines(result: SampleResult, indent: string): string {
  if (result.samplerData === undefined) return '';
  // A request that never got a URL has no method either.
  if (result.isHttp && result.url === undefined)
    return textLine('cookies', '', indent) + textLine('queryString', '', indent);
  const request = result.isHttp ? HTTP_REQUEST.exec(result.samplerData) : null;
  if (request === null) return textLine('samplerData', result.samplerData, indent);
  return (
    textLine('cookies', request[3] ?? '', indent) +
    textLine('method', request[1] ?? '', indent) +
    textLine('queryString', request[2] ?? '', indent) +
    (result.redirectLocation === undefined
      ? ''
      : textLine('redirectLocation', result.redirectLocation, indent))
  );
}

/**
 * XML as JMeter's SaveService writes it: one `sample` or `httpSample` element per sample, sub-results inside.
 * @param functionalMode response and request data are always saved (TestPlan.functional_mode).
 */
export function xmlFormat(configuration: SaveConfiguration, functionalMode: boolean): RecordFormat {
  const { saves } = configuration;
  const list = attributes(configuration);
  const element = (result: SampleResult, event: SampleEvent, indent: string): string => {
    const name = result.isHttp ? 'httpSample' : 'sample';
    const inner = `${indent}  `;
    const onError = functionalMode || (saves.has('responseDataOnError') && !result.success);
    let children = '';
    if (saves.has('assertions'))
      for (const assertion of result.assertionResults ?? []) children += assertionLines(assertion, inner);
    if (saves.has('subresults'))
      for (const sub of result.subResults ?? []) children += element(sub, event, inner);
    if (saves.has('responseHeaders')) children += textLine('responseHeader', result.responseHeaders, inner);
    if (saves.has('requestHeaders')) children += textLine('requestHeader', result.requestHeaders, inner);
    if (saves.has('responseData') || onError)
      children += textLine(
        'responseData',
        result.dataType === 'text'
          ? result.responseText
          : `Non-TEXT response data, cannot record: (${result.dataType})`,
        inner,
      );
    if (saves.has('fileName')) children += textLine('responseFile', result.filename, inner);
    if (saves.has('samplerData') || onError) children += samplerDataLines(result, inner);
    if (saves.has('url') && result.url !== undefined)
      children += `${inner}<java.net.URL>${xmlText(result.url)}</java.net.URL>\n`;
    else if (saves.has('url') && result.isHttp) children += `${inner}<null/>\n`;

    let tag = `${indent}<${name}`;
    for (const [attribute, value] of list) tag += ` ${attribute}="${value(result, event)}"`;
    return children === '' ? `${tag}/>\n` : `${tag}>\n${children}${indent}</${name}>\n`;
  };
  const instruction = configuration.xmlProcessingInstruction;
  return {
    start: `<?xml version="1.0" encoding="UTF-8"?>\n${instruction === '' ? '' : `${instruction}\n`}<testResults version="1.2">\n`,
    end: `\n${XML_END_TAG}\n`,
    records: (event) => element(event.result, event, ''),
  };
}
