import { defaultLocale } from '../java/date-names.ts';
import { illegalArgumentException } from '../java/exception.ts';

/**
 * The BCP 47 name of a Java locale (`fr`, `pt_BR`); the default for an empty one.
 * @throws JavaException IllegalArgumentException for what is none.
 */
export function bcp47(locale: string): string {
  if (locale === '') return defaultLocale;
  if (!/^[a-z]{2,3}(?:_[A-Z0-9]{2,3}(?:_\w+)?)?$/.test(locale))
    throw illegalArgumentException(`Invalid locale format: ${locale}`);
  return locale.split('_').slice(0, 2).join('-');
}
