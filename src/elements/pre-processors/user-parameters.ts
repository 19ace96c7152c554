import { JavaException } from '../../java/exception.ts';
import type { Template, VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';
import type { ElementContext } from '../element-context.ts';

/** The values of each user: a collection of collections. */
function readRows(context: ElementContext): Template[][] {
  return context
    .items('UserParameters.thread_values')
    .map((row) =>
      'items' in row
        ? row.items.flatMap((item) =>
            'value' in item ? [context.environment.template(item.value, context.element, item.line)] : [],
          )
        : [],
    );
}

/** User Parameters: variables from the column of the thread's number (modifiers.UserParameters). */
export const userParameters = {
  testclass: 'org.apache.jmeter.modifiers.UserParameters',
  label: 'User Parameters',
  role: 'pre-processor',
  properties: ['UserParameters.names', 'UserParameters.thread_values', 'UserParameters.per_iteration'],
  compile(context) {
    const names = context.texts('UserParameters.names');
    const rows = readRows(context);
    const perIteration = context.boolean('UserParameters.per_iteration');
    const complete = context.has('UserParameters.names') && context.has('UserParameters.thread_values');

    function setValues(user: VirtualUser): void {
      if (!complete)
        throw new JavaException(
          'java.lang.ClassCastException',
          'User Parameters without names or values; save the plan again in JMeter',
        );
      const row = rows[user.threadNum % rows.length] ?? [];
      for (const [i, name] of names.entries()) {
        const value = row[i];
        if (value === undefined) return;
        user.variables.put(name.evaluate(user), value.evaluate(user));
      }
    }

    return {
      process(user: VirtualUser) {
        if (!perIteration(user)) setValues(user);
      },
      iterationStart(user: VirtualUser) {
        if (perIteration(user)) setValues(user);
      },
    };
  },
} satisfies ElementDefinition;
