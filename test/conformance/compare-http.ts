import type { Jtl, Row } from './jtl.ts';

/** What the HTTP server saw. */
export interface HttpServerLog {
  readonly connections: readonly {
    readonly kind: string;
    readonly clientCertificate?: string | null;
    readonly requests: readonly {
      readonly line: string;
      readonly headers: readonly string[];
      readonly body: string;
    }[];
  }[];
}

/** A multipart body differs from run to run in its boundary, and so in its length. */
function withoutBoundaries(text: string): string {
  const boundary = /boundary=([-\w]+)/.exec(text)?.[1];
  if (boundary === undefined) return text;
  return text.replaceAll(boundary, '<boundary>').replace(/Content-Length: \d+/g, 'Content-Length: <length>');
}

/** Differences in what the server saw: connections in any order, each with its requests byte by byte. */
export function compareRequests(golden: HttpServerLog, actual: HttpServerLog): string[] {
  const describe = (log: HttpServerLog): string[] =>
    log.connections.map(({ kind, clientCertificate, requests }) =>
      JSON.stringify({
        kind,
        clientCertificate,
        requests: requests.map((request) => withoutBoundaries(JSON.stringify(request))),
      }),
    );
  const unexpected = describe(actual);
  const missing = describe(golden).filter((connection) => {
    const at = unexpected.indexOf(connection);
    if (at >= 0) unexpected.splice(at, 1);
    return at < 0;
  });
  return [
    ...missing.map((c) => `the server did not see ${c}`),
    ...unexpected.map((c) => `the server saw unexpected ${c}`),
  ];
}

/** Times, host, sizes of texts that are stack traces in JMeter, and what only Java has. */
function comparableXml(text: string): string[] {
  return text
    .replace(/ (?:t|it|lt|ct|ts|hn)="[^"]*"/g, '')
    .replace(/^.*rc="Non HTTP.*$/gm, (line) => line.replace(/ by="\d+"/, ''))
    .replace(/Sec-WebSocket-Accept: \S+/g, '')
    .replace(/^(?:\tat |Caused by: |\t\.\.\. |\tSuppressed: ).*\n/gm, '')
    .split(/(?=^ *<(?:httpSample|sample) )/m)
    .map((sample) =>
      sample.includes('boundary=')
        ? withoutBoundaries(sample)
            .replace(/ s?by="\d+"/g, '')
            .replace(/>\d+</, '><length><')
        : sample,
    );
}

/** Differences between recorded and actual XML results, sample by sample. */
export function compareXml(golden: string, actual: string): string[] {
  const [expected, got] = [comparableXml(golden), comparableXml(actual)];
  if (expected.length !== got.length)
    return [`XML: expected ${expected.length - 1} samples, got ${got.length - 1}`];
  return expected.flatMap((sample, i) =>
    sample === got[i] ? [] : [`XML: expected ${sample.trim()}\n  got ${got[i]!.trim()}`],
  );
}

/**
 * The rows of results as far as they can be compared: not the size of a Java stack trace, and no times, since those of
 * a fast server are 0 in one run and 1 in the next.
 */
export function comparableRows({ header, rows }: Jtl): Jtl {
  const comparable = (row: Row): Row => ({
    ...row,
    ...(row['responseCode']?.startsWith('Non HTTP') === true ? { bytes: '' } : {}),
    Latency: '',
    Connect: '0',
  });
  return { header, rows: rows.map(comparable) };
}
