import type { Properties } from '../../types.ts';
import { isEstimatorName, type EstimatorName } from './percentile.ts';

/** How figures over time are kept, by JMeter's properties. */
export interface WindowSettings {
  /** `backend_metrics_window`: how many values percentiles are made of, and in fixed mode all others. */
  readonly size: number;
  /** `backend_metrics_large_window`: how many values of an interval are kept in timed mode. */
  readonly timedSize: number;
  /** `backend_metrics_window_mode` is `timed`: minimum, maximum and mean are those of the interval alone. */
  readonly isTimed: boolean;
  /** `backend_metrics_percentile_estimator`. */
  readonly estimator: EstimatorName;
}

/** A whole number of 1 or more; what is no such number counts as not set. */
export function positiveInteger(properties: Properties, name: string, fallback: number): number {
  const text = properties.get(name)?.trim() ?? '';
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : fallback;
}

export function windowSettings(properties: Properties): WindowSettings {
  const estimator = properties.get('backend_metrics_percentile_estimator')?.trim() ?? '';
  return {
    size: positiveInteger(properties, 'backend_metrics_window', 100),
    timedSize: positiveInteger(properties, 'backend_metrics_large_window', 5000),
    isTimed: properties.get('backend_metrics_window_mode')?.trim().toLowerCase() === 'timed',
    estimator: isEstimatorName(estimator) ? estimator : 'LEGACY',
  };
}
