import { charsetNamed } from '../../java/charset.ts';
import { JavaException } from '../../java/exception.ts';
import type { Config } from '../../types.ts';
import { isAuthManager } from '../configs/auth-manager.ts';
import { isWithoutHttpEffect } from '../configs/without-http-effect.ts';
import { parseBoolean, type ElementContext } from '../element-context.ts';
import { isWritable } from './http-request-arguments.ts';

/** Says before the run what of a sampler, and of the managers around it, acts otherwise than in JMeter. @throws PlanError */
export function checkSupport(context: ElementContext, configs: readonly Config[]): void {
  const stated = (property: string): string => context.text(property).constant ?? '';
  if (stated('HTTPSampler.protocol').toLowerCase() === 'file')
    throw context.fail('The protocol file is not supported', 'Serve the file over HTTP.');
  if (context.text('HTTPSampler.ipSource').source !== '')
    throw context.fail('A source address (IP spoofing) is not supported', 'Clear the field.');
  const encoding = stated('HTTPSampler.contentEncoding');
  if (encoding !== '' && !canWrite(encoding))
    throw context.fail(`Texts cannot be written in ${encoding}`, 'Set the content encoding to UTF-8.');
  const problem = configs.findLast(isAuthManager)?.problem;
  if (problem !== undefined) throw problem;

  if (parseBoolean(stated('HTTPSampler.image_parser')))
    context.warn('embedded resources of HTML pages are not retrieved');
  const implementation =
    stated('HTTPSampler.implementation') ||
    (context.element.tag === 'HTTPSampler'
      ? 'Java'
      : context.environment.properties.get('jmeter.httpsampler'));
  if (implementation === 'Java') context.warn('implementation Java acts as HttpClient4');
  for (const config of configs) if (isWithoutHttpEffect(config)) config.warn();
}

/** An unknown charset fails at run time as it does in JMeter. */
function canWrite(encoding: string): boolean {
  try {
    return isWritable(charsetNamed(encoding));
  } catch (error) {
    if (error instanceof JavaException) return true;
    throw error;
  }
}
