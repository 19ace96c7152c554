import { expect, test } from 'vitest';
import { listenersWithoutEffect } from '../../../src/elements/listeners/without-effect.ts';
import { elementContext } from '../../support/element.ts';

test.each(listenersWithoutEffect.map((definition) => [definition.label, definition] as const))(
  '%s is accepted, and the user is told that it has no effect',
  (label, definition) => {
    if (definition.role !== 'listener') throw new Error(`${label} is no listener`);
    const warnings: string[] = [];
    expect(definition.compile(elementContext({}, { warnings })).kind).toBe('act');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`${label} has no effect here`);
  },
);
