/**
 * What JMeter 5.6.3's own jmeter.properties sets, as far as a run without a GUI can see it. Everything else in that
 * file is a comment; those defaults belong to the code that reads the property. `-p` replaces these.
 */
export const JMETER_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['HTTPResponse.parsers', 'htmlParser wmlParser cssParser'],
  ['classfinder.functions.contain', '.functions.'],
  ['classfinder.functions.notContain', '.gui.'],
  ['cookies', 'cookies'],
  ['csvdataset.file.encoding_list', 'UTF-8|UTF-16|ISO-8859-15|US-ASCII'],
  ['jmeter.reportgenerator.apdex_satisfied_threshold', '500'],
  ['jmeter.reportgenerator.apdex_tolerated_threshold', '1500'],
  ['remote_hosts', '127.0.0.1'],
  ['sampleresult.timestamp.start', 'true'],
  ['summariser.name', 'summary'],
  ['system.properties', 'system.properties'],
  ['upgrade_properties', '/bin/upgrade.properties'],
  ['user.properties', 'user.properties'],
]);

/** JMeter's version, as `${__P(jmeter.version)}` gives it. */
export const JMETER_VERSION = '5.6.3';
