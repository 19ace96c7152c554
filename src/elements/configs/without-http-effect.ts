import type { Config } from '../../types.ts';

/** A config element that would act on HTTP requests in JMeter and does not here. */
export interface WithoutHttpEffect extends Config {
  readonly kind: 'without-http-effect';
  /** Says so, when there is an HTTP request that it would act on. */
  warn(): void;
}

export const isWithoutHttpEffect = (config: Config): config is WithoutHttpEffect =>
  config.kind === 'without-http-effect';
