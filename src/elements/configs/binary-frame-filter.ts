import { JavaException } from '../../java/exception.ts';
import { parseInt32 } from '../../java/parse-number.ts';
import type { VirtualUser } from '../../types.ts';
import { containsBytes, endsWithBytes, equalBytes, startsWithBytes } from '../../websocket/bytes.ts';
import { parseBinary } from '../../websocket/binary-text.ts';
import { NO_BYTES } from '../../websocket/frame.ts';
import type { ElementDefinition } from '../definition.ts';
import { comparisonType, type Comparison } from './comparison-type.ts';
import { identityOf, neverAnswers, type FrameFilter } from './frame-filter.ts';

const CATEGORY = 'e.l.j.w.BinaryFrameFilter';

/** WebSocket Binary Frame Filter. */
export const binaryFrameFilter = {
  testclass: 'eu.luminis.jmeter.wssampler.BinaryFrameFilter',
  label: 'WebSocket Binary Frame Filter',
  role: 'config',
  properties: ['comparisonType', 'matchPosition', 'matchValue'],
  compile(context): FrameFilter {
    const type = context.text('comparisonType', 'IsPlain');
    const matchValue = context.text('matchValue');
    const matchPosition = context.text('matchPosition');
    const { name } = context;

    const valueFor = (user: VirtualUser): Uint8Array => {
      const text = matchValue.evaluate(user);
      const complain = (why: string): Uint8Array => {
        user.log.log('ERROR', CATEGORY, `Binary filter '${name.evaluate(user)}' ${why}`);
        return NO_BYTES;
      };
      if (text.trim() === '') return complain('is missing match value; will filter nothing!');
      try {
        return parseBinary(text);
      } catch {
        return complain(`will filter nothing, because it has an invalid (non binary) match value: '${text}'`);
      }
    };
    const positionFor = (user: VirtualUser): number | undefined => {
      try {
        return parseInt32(matchPosition.evaluate(user));
      } catch {
        return undefined;
      }
    };

    return {
      kind: 'frame-filter',
      name,
      identity: identityOf(context),
      begin(user) {
        const { comparison, negated } = comparisonType(type.evaluate(user));
        const value = comparison === 'IsPlain' ? NO_BYTES : valueFor(user);
        const position = comparison === 'Contains' ? positionFor(user) : undefined;
        return {
          discards: (frame) =>
            frame.kind === 'binary' && compare(comparison, frame.data, value, position) !== negated,
          answersPing: neverAnswers,
        };
      },
    };
  },
} satisfies ElementDefinition;

function compare(
  comparison: Comparison,
  data: Uint8Array,
  value: Uint8Array,
  position: number | undefined,
): boolean {
  switch (comparison) {
    case 'IsPlain':
      return true;
    case 'Equals':
      return equalBytes(data, value);
    case 'StartsWith':
      return startsWithBytes(data, value);
    case 'EndsWith':
      return endsWithBytes(data, value);
    case 'Contains':
      if (position !== undefined && position < 0 && value.length > 0)
        throw new JavaException(
          'java.lang.ArrayIndexOutOfBoundsException',
          `Index ${position} out of bounds for length ${data.length}`,
        );
      return position === undefined
        ? containsBytes(data, value)
        : value.length > 0 && startsWithBytes(data.subarray(position), value);
    default:
      throw new JavaException('java.lang.RuntimeException', 'unknown comparison type');
  }
}
