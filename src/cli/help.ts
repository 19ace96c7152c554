import { readFileSync } from 'node:fs';
import { JMETER_OPTIONS } from './jmeter/options.ts';

/** `wsmeter 0.1.0`, with what it stands for. */
export function versionText(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : '';
  return `wsmeter ${version} (plans of JMeter up to 5.6.3 with WebSocket Samplers 1.3.1; Node ${process.versions.node})\n`;
}

export const HELP = `Runs JMeter test plans that use the WebSocket Samplers, without JMeter and without a JVM.

A person's way:
  wsmeter run plan.jmx            run a plan, with progress and a summary
  wsmeter report results.jtl      sum up a results file; -o folder: as an HTML page
  wsmeter sweep plan.jmx --threads 1000,5000
                                  run a plan with more and more threads; find where it begins to suffer
  wsmeter compare old.jtl new.jtl tell which labels became slower, beyond noise
  wsmeter check plan.jmx          tell whether a plan can run, element by element
  wsmeter serve                   run the demo server that the example plans talk to
  wsmeter demo                    start that server and run an example plan on it
  wsmeter <command> --help        the options of a command

JMeter's way, for pipelines that called jmeter:
  wsmeter -n -t plan.jmx -l results.jtl [-j jmeter.log] [-Jname=value] [-q file.properties]
  wsmeter -g results.jtl -o folder
  wsmeter -?                      all options
  wsmeter -v                      the version

Exit codes: 0 done, 1 the plan could not run, 2 wrong usage, 3 criteria failed (in run, without criteria: a sample
failed or there was none), 130 and 143 interrupted.
`;

/** JMeter's option list. */
export function optionList(): string {
  return JMETER_OPTIONS.map(({ short, long, takes, help, refused }) => {
    const names = short === long ? `--${long}` : `-${short}, --${long}`;
    const value = {
      nothing: '',
      value: ' <argument>',
      'value or nothing': ' [argument]',
      pair: ' <argument>=<value>',
    }[takes];
    return `\t${names}${value}\n\t\t${help}${refused === undefined ? '' : ' (not supported)'}\n`;
  }).join('');
}
