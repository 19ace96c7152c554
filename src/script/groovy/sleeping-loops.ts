import { UnsupportedGroovyError, type Expression, type Statement } from './syntax.ts';
import { walk } from './walk.ts';

type Node = Statement | Expression;

const isSleep = (node: Node): boolean =>
  node.kind === 'call' &&
  node.name === 'sleep' &&
  (node.object === undefined || (node.object.kind === 'name' && node.object.name === 'Thread'));

const isShared = (node: Node): boolean =>
  node.kind === 'name' && (node.name === 'props' || node.name === 'JMeterUtils');

function contains(nodes: readonly Node[], test: (node: Node) => boolean): boolean {
  let found = false;
  walk(nodes, (node) => {
    found ||= test(node);
  });
  return found;
}

/**
 * A script sleeps on its own clock and its thread waits afterwards, so that one that sleeps until another thread sets a
 * property would never see it.
 * @throws UnsupportedGroovyError for such a loop.
 */
export function checkSleepingLoops(statements: readonly Statement[]): void {
  walk(statements, (node) => {
    if (
      (node.kind === 'while' || node.kind === 'for') &&
      contains([node], isSleep) &&
      contains([node], isShared)
    )
      throw new UnsupportedGroovyError('a loop that sleeps until a property changes', node);
  });
}
