import { METRICS_HELP } from '../metrics/metrics-options.ts';

/** One option of JMeter's command line. */
export interface JMeterOption {
  /** One letter, without the dash; the long name again for options that have no letter. */
  readonly short: string;
  /** Without the dashes. */
  readonly long: string;
  /** What follows it: nothing, one value, a value or none, or `name=value` (the value may be missing). */
  readonly takes: 'nothing' | 'value' | 'value or nothing' | 'pair';
  readonly repeatable?: true;
  readonly help: string;
  /** Why it is refused, and what to do instead; absent: it works. */
  readonly refused?: string;
}

const DISTRIBUTED = 'runs on other machines are not there yet; run the plan on this one without it';

const notInJMeter = (long: keyof typeof METRICS_HELP, takes: JMeterOption['takes']): JMeterOption => ({
  short: long,
  long,
  takes,
  help: `not in JMeter: ${METRICS_HELP[long]}`,
});

/** JMeter's options in the order of its own option list. */
export const JMETER_OPTIONS: readonly JMeterOption[] = [
  { short: '?', long: '?', takes: 'nothing', help: 'print this list and exit' },
  { short: 'h', long: 'help', takes: 'nothing', help: 'print how to use the program and exit' },
  { short: 'v', long: 'version', takes: 'nothing', help: 'print the version and exit' },
  {
    short: 'p',
    long: 'propfile',
    takes: 'value',
    help: 'read this properties file instead of the built-in jmeter.properties',
  },
  {
    short: 'q',
    long: 'addprop',
    takes: 'value',
    repeatable: true,
    help: 'read one more JMeter properties file',
  },
  { short: 't', long: 'testfile', takes: 'value', help: 'the plan (.jmx) to run' },
  { short: 'l', long: 'logfile', takes: 'value', help: 'the file to write the results (JTL) to' },
  {
    short: 'i',
    long: 'jmeterlogconf',
    takes: 'value',
    help: 'log4j2 configuration',
    refused: 'there is no log4j here; set levels with -L and the file with -j',
  },
  { short: 'j', long: 'jmeterlogfile', takes: 'value', help: 'the log file of the run (jmeter.log)' },
  { short: 'n', long: 'nongui', takes: 'nothing', help: 'run without a GUI: always needed to run a plan' },
  { short: 's', long: 'server', takes: 'nothing', help: 'JMeter server', refused: DISTRIBUTED },
  {
    short: 'E',
    long: 'proxyScheme',
    takes: 'value',
    help: 'scheme of the proxy server',
    refused: 'proxies are spoken to in plain HTTP; leave it out',
  },
  { short: 'H', long: 'proxyHost', takes: 'value', help: 'proxy server (with -P)' },
  { short: 'P', long: 'proxyPort', takes: 'value', help: 'port of the proxy server (with -H)' },
  {
    short: 'N',
    long: 'nonProxyHosts',
    takes: 'value',
    help: 'hosts that are reached without the proxy: *.apache.org|localhost',
  },
  { short: 'u', long: 'username', takes: 'value', help: 'user name for the proxy server (with -a)' },
  { short: 'a', long: 'password', takes: 'value', help: 'password for the proxy server' },
  {
    short: 'J',
    long: 'jmeterproperty',
    takes: 'pair',
    repeatable: true,
    help: 'set a JMeter property; without a value: remove it',
  },
  {
    short: 'G',
    long: 'globalproperty',
    takes: 'pair',
    repeatable: true,
    help: 'set a property on remote servers (no effect on a run on this machine)',
  },
  {
    short: 'D',
    long: 'systemproperty',
    takes: 'pair',
    repeatable: true,
    help: 'set a system property; without a value: remove it',
  },
  {
    short: 'S',
    long: 'systemPropertyFile',
    takes: 'value',
    repeatable: true,
    help: 'read a system properties file',
  },
  {
    short: 'f',
    long: 'forceDeleteResultFile',
    takes: 'nothing',
    help: 'delete existing results files before the run',
  },
  {
    short: 'L',
    long: 'loglevel',
    takes: 'pair',
    repeatable: true,
    help: '[category=]level: jorphan=INFO, jmeter.util=DEBUG, com.example.foo=WARN',
  },
  { short: 'r', long: 'runremote', takes: 'nothing', help: 'start remote servers', refused: DISTRIBUTED },
  { short: 'R', long: 'remotestart', takes: 'value', help: 'start these servers', refused: DISTRIBUTED },
  {
    short: 'd',
    long: 'homedir',
    takes: 'value',
    help: 'JMeter home folder',
    refused: "JMeter's defaults are built in; name another jmeter.properties with -p",
  },
  { short: 'X', long: 'remoteexit', takes: 'nothing', help: 'exit remote servers', refused: DISTRIBUTED },
  {
    short: 'g',
    long: 'reportonly',
    takes: 'value',
    help: 'make a report of this results file, without a run',
  },
  {
    short: 'e',
    long: 'reportatendofloadtests',
    takes: 'nothing',
    help: 'make a report after the run (with -l)',
  },
  {
    short: 'o',
    long: 'reportoutputfolder',
    takes: 'value',
    help: 'folder of the report (report-output without this)',
  },
  {
    short: 'criteria',
    long: 'criteria',
    takes: 'value',
    repeatable: true,
    help: 'not in JMeter: end with 3 when this happens (p95 of echo>50ms), or a YAML or JSON file of such',
  },
  {
    short: 'criteria-exit-code',
    long: 'criteria-exit-code',
    takes: 'value',
    help: 'not in JMeter: end with this code instead of 3',
  },
  {
    short: 'fail-on-error',
    long: 'fail-on-error',
    takes: 'nothing',
    help: 'not in JMeter: end with 3 when a sample failed, or there was none',
  },
  { short: 'junit', long: 'junit', takes: 'value', help: 'not in JMeter: write JUnit XML to this file' },
  {
    short: 'markdown',
    long: 'markdown',
    takes: 'value',
    help: 'not in JMeter: write a summary in Markdown to this file',
  },
  {
    short: 'github',
    long: 'github',
    takes: 'nothing',
    help: 'not in JMeter: step summary and annotations for GitHub Actions',
  },
  {
    short: 'dashboard',
    long: 'dashboard',
    takes: 'value or nothing',
    help: 'not in JMeter: show the report while the run goes on, at this port or host:port of this machine',
  },
  notInJMeter('prometheus', 'value or nothing'),
  notInJMeter('otlp', 'value or nothing'),
  notInJMeter('influx', 'value'),
];
