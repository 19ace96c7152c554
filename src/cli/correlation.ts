import type { CorrelationOptions } from '../correlation/options.ts';
import { CorrelationSettingError, optionsOfProperties, parseCorrelation } from '../correlation/settings.ts';
import type { Properties } from '../types.ts';
import { CannotRunError, UsageError } from './exit-code.ts';

/**
 * How replies are paired with requests: as the properties say, then as `--correlation` says.
 * @throws CannotRunError for a property that is not understood, UsageError for the option.
 */
export function correlationOptions(properties: Properties, option?: string): CorrelationOptions {
  try {
    const options = optionsOfProperties({
      correlation: properties.get('wsmeter.correlation'),
      request: properties.get('wsmeter.correlation.request'),
      reply: properties.get('wsmeter.correlation.reply'),
    });
    return option === undefined ? options : parseCorrelation(option, options, '--correlation');
  } catch (error) {
    if (!(error instanceof CorrelationSettingError)) throw error;
    throw option === undefined
      ? new CannotRunError(`${error.message}.`)
      : new UsageError(`${error.message}.`);
  }
}
