import { JavaException } from '../java/exception.ts';
import type { Template, VirtualUser } from '../types.ts';

/** Users whose sampler name is being worked out: a name that asks for itself has no end. */
const asking = new WeakSet<VirtualUser>();

/**
 * Name of the sampler that runs, or ran last; empty before the first.
 * @throws JavaException StackOverflowError, as in JMeter, when the name asks for itself.
 */
export function samplerNameOf(user: VirtualUser): string {
  if (asking.has(user))
    throw new JavaException('java.lang.StackOverflowError', 'the name of the sampler asks for itself');
  asking.add(user);
  try {
    return user.samplerName?.evaluate(user) ?? '';
  } finally {
    asking.delete(user);
  }
}

/** A name that a script gave the running sampler. */
export const constantName = (name: string): Template => ({
  source: name,
  constant: name,
  evaluate: () => name,
});
