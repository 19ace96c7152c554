import type { Labels } from './registry.ts';

/** An address or a setting that is none: a message for the user. */
export class OtlpSettingError extends Error {
  override readonly name = 'OtlpSettingError';
}

export interface OtlpSettings {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly intervalMs: number;
  /** Attributes of the resource. */
  readonly resource: Labels;
}

const PATH = '/v1/metrics';
const DEFAULT_ENDPOINT = 'http://localhost:4318';
const DEFAULT_TIMEOUT_MS = 10_000;
/** OpenTelemetry's own is a minute: many a load test is over by then. */
const DEFAULT_INTERVAL_MS = 10_000;

/**
 * Where and how metrics are exported: by the URL of the command line, and by OpenTelemetry's environment variables.
 * @param url a base address, or a whole one that ends in /v1/metrics; empty: that of the environment.
 * @throws OtlpSettingError
 */
export function otlpSettings(url: string, env: NodeJS.ProcessEnv): OtlpSettings {
  const own = env['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT']?.trim() ?? '';
  const base = url || env['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim() || DEFAULT_ENDPOINT;
  return {
    url: url === '' && own !== '' ? parseUrl(own) : parseUrl(withPath(parseUrl(base).href)),
    headers: {
      ...pairs(env['OTEL_EXPORTER_OTLP_HEADERS']),
      ...pairs(env['OTEL_EXPORTER_OTLP_METRICS_HEADERS']),
    },
    timeoutMs: milliseconds(
      env['OTEL_EXPORTER_OTLP_METRICS_TIMEOUT'] ?? env['OTEL_EXPORTER_OTLP_TIMEOUT'],
      DEFAULT_TIMEOUT_MS,
    ),
    intervalMs: milliseconds(env['OTEL_METRIC_EXPORT_INTERVAL'], DEFAULT_INTERVAL_MS),
    resource: {
      'service.name': 'wsmeter',
      ...pairs(env['OTEL_RESOURCE_ATTRIBUTES']),
      ...(env['OTEL_SERVICE_NAME'] ? { 'service.name': env['OTEL_SERVICE_NAME'] } : {}),
    },
  };
}

const withPath = (url: string): string => (url.endsWith(PATH) ? url : `${url.replace(/\/+$/, '')}${PATH}`);

function parseUrl(text: string): URL {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text);
  throw new OtlpSettingError(`--otlp: "${text}" is no URL of http or https.`);
}

const milliseconds = (text: string | undefined, fallback: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : fallback;

/** `key=value,key=value`, values percent-encoded. What is no pair is left out. */
function pairs(text = ''): Record<string, string> {
  const decode = (value: string): string => {
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  };
  return Object.fromEntries(
    text
      .split(',')
      .map((part) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part))
      .flatMap((match) => (match === null ? [] : [[match[1] ?? '', decode(match[2] ?? '')]])),
  ) as Record<string, string>;
}
