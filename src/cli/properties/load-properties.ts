import os from 'node:os';
import path from 'node:path';
import { RunProperties } from '../../engine/properties.ts';
import type { Logger } from '../../types.ts';
import { CannotRunError } from '../exit-code.ts';
import { JMETER_DEFAULTS, JMETER_VERSION } from './jmeter-defaults.ts';
import { readPropertiesFile } from './properties-file.ts';

/** One setting of the command line; an empty value removes the property. */
export type PropertySource =
  | { readonly kind: 'jmeter' | 'system'; readonly name: string; readonly value: string }
  | { readonly kind: 'jmeter-file' | 'system-file'; readonly file: string };

export interface PropertySettings {
  /** Replaces JMeter's own jmeter.properties. */
  readonly baseFile: string | undefined;
  /** In the order of the command line: later ones win. */
  readonly sources: readonly PropertySource[];
}

/** Names of values that do not belong into a log. */
const SECRET = /pass(?:word)?$|secret|token/i;

/** What Java tells about the machine, as far as it has a meaning here. */
const systemDefaults = (): Map<string, string> =>
  new Map([
    ['file.encoding', 'UTF-8'],
    ['file.separator', path.sep],
    ['java.io.tmpdir', os.tmpdir()],
    ['line.separator', os.EOL],
    ['os.arch', process.arch === 'x64' ? 'amd64' : process.arch === 'arm64' ? 'aarch64' : process.arch],
    ['os.name', os.type()],
    ['os.version', os.release()],
    ['path.separator', path.delimiter],
    ['user.dir', process.cwd()],
    ['user.home', os.homedir()],
    ['user.name', userName()],
  ]);

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

/**
 * The properties of a run, in JMeter's order: jmeter.properties (built in, or `baseFile`), the files that its
 * `user.properties` and `system.properties` name (looked for in the working directory), then the command line.
 * @param unreadable is told of each file of the command line that cannot be read.
 * @throws CannotRunError when `baseFile` cannot be read or a file is malformed.
 */
export async function loadProperties(
  settings: PropertySettings,
  log: Logger,
  unreadable: (file: string) => void,
): Promise<RunProperties> {
  const own = new Map(JMETER_DEFAULTS);
  const system = systemDefaults();
  const info = (message: string): void => log.log('INFO', 'o.a.j.JMeter', message);
  const warn = (message: string): void => log.log('WARN', 'o.a.j.JMeter', message);

  if (settings.baseFile !== undefined) {
    const base = await readPropertiesFile(settings.baseFile);
    if (base === undefined)
      throw new CannotRunError(`Could not read JMeter properties file:${settings.baseFile}`);
    own.clear();
    merge(own, base);
  }
  for (const [name, target, kind] of [
    ['user.properties', own, 'user'],
    ['system.properties', system, 'system'],
  ] as const) {
    const file = own.get(name) ?? '';
    const found = file === '' ? undefined : await readPropertiesFile(file);
    if (found === undefined) continue;
    info(`Loading ${kind} properties from: ${file}`);
    merge(target, found);
  }

  for (const source of settings.sources) {
    const isSystem = source.kind.startsWith('system');
    const target = isSystem ? system : own;
    if ('file' in source) {
      if (isSystem) info(`Setting System properties from file: ${source.file}`);
      const found = await readPropertiesFile(source.file);
      if (found === undefined) {
        warn(
          isSystem
            ? `Cannot find system property file. ${source.file}`
            : `Can't find additional property file: ${source.file}`,
        );
        unreadable(source.file);
      } else merge(target, found);
    } else if (source.value === '') {
      warn(`Removing ${isSystem ? 'System' : 'JMeter'} property: ${source.name}`);
      target.delete(source.name);
    } else {
      const shown = SECRET.test(source.name) ? '…' : source.value;
      info(`Setting ${isSystem ? 'System' : 'JMeter'} property: ${source.name}=${shown}`);
      target.set(source.name, source.value);
    }
  }

  setStartTime(own);
  own.set('jmeter.version', JMETER_VERSION);
  return new RunProperties(own, system);
}

function merge(target: Map<string, string>, values: ReadonlyMap<string, string>): void {
  for (const [name, value] of values) target.set(name, value);
}

/** START.MS, START.YMD and START.HMS, in local time. */
function setStartTime(own: Map<string, string>): void {
  const now = new Date();
  const two = (n: number): string => String(n).padStart(2, '0');
  own.set('START.MS', String(now.getTime()));
  own.set('START.YMD', `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`);
  own.set('START.HMS', `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`);
}
