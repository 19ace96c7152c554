import type { Config, Template, VirtualUser } from '../../types.ts';
import type { ElementDefinition } from '../definition.ts';

/** Headers that a plan adds to requests. */
export interface HeaderManager extends Config {
  readonly kind: 'header-manager';
  readonly headers: readonly { readonly name: Template; readonly value: Template }[];
}

export const isHeaderManager = (config: Config): config is HeaderManager => config.kind === 'header-manager';

/**
 * The headers of all managers in scope (HeaderManager.merge): those of the innermost one as they stand, of the others
 * what is not there yet, names compared in any case.
 * @param managers innermost first.
 */
export function mergedHeaders(
  managers: readonly HeaderManager[],
  user: VirtualUser,
): { name: string; value: string }[] {
  const merged: { name: string; value: Template }[] = [];
  const names = new Set<string>();
  managers.forEach((manager, level) => {
    for (const header of manager.headers) {
      const name = header.name.evaluate(user);
      if (level > 0 && names.has(name.toLowerCase())) continue;
      names.add(name.toLowerCase());
      merged.push({ name, value: header.value });
    }
  });
  return merged.map(({ name, value }) => ({ name, value: value.evaluate(user) }));
}

/** HTTP Header Manager (protocol.http.control.HeaderManager). */
export const headerManager = {
  testclass: 'org.apache.jmeter.protocol.http.control.HeaderManager',
  label: 'HTTP Header Manager',
  role: 'config',
  properties: ['HeaderManager.headers'],
  compile(context): HeaderManager {
    return {
      kind: 'header-manager',
      headers: context.elements('HeaderManager.headers').map((header) => ({
        name: header.text('Header.name'),
        value: header.text('Header.value'),
      })),
    };
  },
} satisfies ElementDefinition;
