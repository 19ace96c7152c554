import type { PropertySource } from '../properties/load-properties.ts';
import type { GivenOption } from './parse-arguments.ts';

/** -J, -q, -D and -S in their order. -G speaks to remote servers only. */
export function propertySources(given: readonly GivenOption[]): PropertySource[] {
  return given.flatMap(({ option, name, value }): PropertySource[] => {
    switch (option.short) {
      case 'J':
        return [{ kind: 'jmeter', name, value }];
      case 'D':
        return [{ kind: 'system', name, value }];
      case 'q':
        return [{ kind: 'jmeter-file', file: value }];
      case 'S':
        return [{ kind: 'system-file', file: value }];
      default:
        return [];
    }
  });
}
