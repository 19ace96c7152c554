import { HttpSender } from './http-sender.ts';
import { otlpJson } from './otlp.ts';
import type { OtlpSettings } from './otlp-settings.ts';
import type { FamilyData } from './registry.ts';
import type { Report } from './sender.ts';

/** Exports metrics by OTLP over HTTP with JSON, at each interval and at the end. */
export class OtlpExporter {
  readonly #settings: OtlpSettings;
  readonly #families: () => readonly FamilyData[];
  readonly #sender: HttpSender;
  readonly #timer: NodeJS.Timeout;
  readonly #startMs = Date.now();

  constructor(settings: OtlpSettings, families: () => readonly FamilyData[], report: Report) {
    const { url, headers, timeoutMs, intervalMs } = settings;
    this.#settings = settings;
    this.#families = families;
    this.#sender = new HttpSender(
      {
        url,
        headers: { 'User-Agent': 'wsmeter', ...headers, 'Content-Type': 'application/json' },
        connectTimeoutMs: timeoutMs,
        readTimeoutMs: timeoutMs,
      },
      report,
    );
    this.#timer = setInterval(() => this.#sender.send(this.#json()), intervalMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sender.close(this.#json());
  }

  #json(): string {
    const span = { startMs: this.#startMs, nowMs: Date.now() };
    return otlpJson(this.#families(), this.#settings.resource, span);
  }
}
