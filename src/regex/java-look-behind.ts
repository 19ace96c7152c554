import type { Node } from './syntax.ts';

/** Lengths as Java reckons them: 32-bit numbers that may wrap around. */
interface Lengths {
  readonly min: number;
  readonly max: number;
}

interface Study extends Lengths {
  readonly valid: boolean;
  readonly deterministic: boolean;
}

const START: Study = { min: 0, max: 0, valid: true, deterministic: true };
const UNLIMITED = 0x7fffffff;

/**
 * The lengths that Java tries for the body of a look-behind; undefined where it finds no maximum: back-references
 * and repeated groups that can match in several ways. (A greedy `a+` it accepts.)
 */
export function hasMaximumLength(body: Node): Lengths | undefined {
  const { min, max, valid } = study(body, START);
  return valid ? { min, max } : undefined;
}

function study(node: Node, info: Study): Study {
  switch (node.type) {
    case 'set':
      return { ...info, min: info.min + 1, max: (info.max + 1) | 0 };
    case 'sequence':
      return node.items.reduce((sum, item) => study(item, sum), info);
    case 'choice': {
      const all = node.options.map((option) => study(option, START));
      return {
        min: info.min + Math.min(...all.map((s) => s.min)),
        max: (info.max + Math.max(...all.map((s) => s.max))) | 0,
        valid: info.valid && all.every((s) => s.valid),
        deterministic: false,
      };
    }
    case 'group':
    case 'atomic':
      return study(node.body, info);
    case 'reference':
      return { ...info, valid: false };
    case 'repeat':
      return studyRepeat(node, info);
    default:
      return info;
  }
}

function studyRepeat(node: Extract<Node, { type: 'repeat' }>, info: Study): Study {
  const max = Math.min(node.max, UNLIMITED);
  const isSet = node.body.type === 'set';
  if (node.min === 0 && max === 1) return { ...study(node.body, info), min: info.min, deterministic: false };
  if (isSet && node.mode === 'greedy' && max === UNLIMITED)
    return {
      ...info,
      min: info.min + node.min,
      max: info.valid ? (info.max + UNLIMITED) | 0 : info.max,
      deterministic: false,
    };
  const body = study(node.body, START);
  if (!isSet && !body.deterministic && node.mode !== 'possessive') return { ...info, valid: false };
  const most = (Math.imul(body.max, max) + info.max) | 0;
  const valid = info.valid && body.valid && most >= info.max;
  return {
    min: info.min + body.min * node.min,
    max: info.valid && body.valid ? most : info.max,
    valid,
    deterministic: body.deterministic && node.min === max ? info.deterministic : false,
  };
}
