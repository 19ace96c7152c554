import { evaluateCondition, loadJavaScript } from '../../script/javascript.ts';
import { scalar } from '../../jmx/element.ts';
import type { ElementDefinition } from '../definition.ts';
import { parseBoolean } from '../element-context.ts';
import { Sequence } from './sequence.ts';

/** Runs its children when the condition holds: the text `true` (expression) or JavaScript that yields true. */
export const ifController: ElementDefinition = {
  role: 'controller',
  testclass: 'org.apache.jmeter.control.IfController',
  label: 'If Controller',
  properties: ['IfController.condition', 'IfController.useExpression', 'IfController.evaluateAll'],
  load: async (element) => {
    if (!parseBoolean(scalar(element, 'IfController.useExpression') ?? '')) await loadJavaScript();
  },
  compile(context) {
    const condition = context.text('IfController.condition');
    const useExpression = context.boolean('IfController.useExpression');
    const evaluateAll = context.boolean('IfController.evaluateAll');
    return {
      create: (node, parent, owner) =>
        new Sequence(node, parent, owner, {
          enter(sequence, user) {
            if (!sequence.first && !evaluateAll(user)) return true;
            const text = condition.evaluate(user);
            if (
              useExpression(user)
                ? text.trim().toLowerCase() === 'true'
                : evaluateCondition(text, user, node.name.evaluate(user))
            )
              return true;
            sequence.initializeChildren(user);
            sequence.reInitialize(user);
            return false;
          },
          // Not even without children: JMeter's If is asked for as long as its parent is.
          isDone: () => false,
          triggerEndOfLoop(sequence, user) {
            sequence.initializeChildren(user);
            sequence.reInitialize(user);
          },
        }),
    };
  },
};
