import { parsePushDelay } from '../correlation/push-delay.ts';
import { CorrelationSettingError } from '../correlation/settings.ts';
import type { Properties } from '../types.ts';
import { CannotRunError, UsageError } from './exit-code.ts';

const PROPERTY = 'wsmeter.push-delay';

/**
 * Checks the property that says where pushed messages carry their send time, after `--push-delay` was put into it.
 * @throws CannotRunError for a property that is not understood, UsageError for the option.
 */
export function setPushDelay(properties: Properties, option: string | undefined): void {
  if (option !== undefined) properties.set(PROPERTY, option);
  const setting = properties.get(PROPERTY)?.trim() ?? '';
  if (setting === '') return;
  try {
    parsePushDelay(setting, option === undefined ? PROPERTY : '--push-delay');
  } catch (error) {
    if (!(error instanceof CorrelationSettingError)) throw error;
    throw option === undefined
      ? new CannotRunError(`${error.message}.`)
      : new UsageError(`${error.message}.`);
  }
}
