import { compileRegex, type Regex } from '../../regex/regex.ts';
import type { ElementDefinition } from '../definition.ts';
import { comparisonType, type Comparison } from './comparison-type.ts';
import { identityOf, neverAnswers, type FrameFilter } from './frame-filter.ts';

const COMPARE: Readonly<
  Record<Exclude<Comparison, 'EqualsRegex' | 'ContainsRegex'>, (text: string, value: string) => boolean>
> = {
  IsPlain: () => true,
  Equals: (text, value) => text === value,
  Contains: (text, value) => text.includes(value),
  StartsWith: (text, value) => text.startsWith(value),
  EndsWith: (text, value) => text.endsWith(value),
};

/** WebSocket Text Frame Filter. Regular expressions are Java's. */
export const textFrameFilter = {
  testclass: 'eu.luminis.jmeter.wssampler.TextFrameFilter',
  label: 'WebSocket Text Frame Filter',
  role: 'config',
  properties: ['comparisonType', 'matchValue'],
  compile(context): FrameFilter {
    const type = context.text('comparisonType', 'IsPlain');
    const value = context.text('matchValue');
    return {
      kind: 'frame-filter',
      name: context.name,
      identity: identityOf(context),
      begin(user) {
        const { comparison, negated } = comparisonType(type.evaluate(user));
        let compare: (text: string) => boolean;
        if (comparison === 'EqualsRegex' || comparison === 'ContainsRegex') {
          const regex: Regex = compileRegex(value.evaluate(user), 'java');
          compare =
            comparison === 'EqualsRegex'
              ? (text) => regex.matches(text) !== null
              : (text) => regex.test(text);
        } else {
          const simple = COMPARE[comparison];
          compare = (text) => simple(text, value.evaluate(user));
        }
        return {
          discards: (frame) => frame.kind === 'text' && compare(frame.text) !== negated,
          answersPing: neverAnswers,
        };
      },
    };
  },
} satisfies ElementDefinition;
