/**
 * Short names that plans use for JMeter's classes, by package (saveservice.properties of 5.6.3). Tags without an
 * alias are class names themselves.
 */
const PACKAGES: Readonly<Record<string, string>> = {
  'org.apache.jmeter.testelement': 'TestPlan WorkBench',
  'org.apache.jmeter.threads': 'ThreadGroup SetupThreadGroup PostThreadGroup',
  'org.apache.jmeter.threads.openmodel': 'OpenModelThreadGroup OpenModelThreadGroupController',
  'org.apache.jmeter.control':
    'TestFragmentController GenericController LoopController WhileController IfController ForeachController SwitchController ' +
    'OnceOnlyController InterleaveControl RandomController RandomOrderController ThroughputController RunTime ' +
    'TransactionController CriticalSectionController ModuleController IncludeController',
  'org.apache.jmeter.protocol.http.control':
    'RecordingController HeaderManager Header CookieManager Cookie AuthManager Authorization CacheManager DNSCacheManager StaticHost HttpMirrorControl',
  'org.apache.jmeter.protocol.http.proxy': 'ProxyControl',
  'org.apache.jmeter.config':
    'ConfigTestElement Arguments Argument CSVDataSet RandomVariableConfig KeystoreConfig LoginConfig',
  'org.apache.jmeter.modifiers':
    'CounterConfig UserParameters SampleTimeout JSR223PreProcessor BeanShellPreProcessor BSFPreProcessor UserSequence',
  'org.apache.jmeter.protocol.http.sampler': 'HTTPSamplerProxy AccessLogSampler',
  'org.apache.jmeter.protocol.http.util': 'HTTPArgument HTTPFileArg HTTPFileArgs',
  'org.apache.jmeter.protocol.http.modifier': 'RegExUserParameters URLRewritingModifier AnchorModifier',
  'org.apache.jmeter.protocol.java.sampler':
    'JavaSampler JSR223Sampler BeanShellSampler BSFSampler JUnitSampler',
  'org.apache.jmeter.protocol.java.config': 'JavaConfig',
  'org.apache.jmeter.sampler': 'DebugSampler TestAction',
  'org.apache.jmeter.protocol.system': 'SystemSampler',
  'org.apache.jmeter.protocol.tcp.sampler': 'TCPSampler',
  'org.apache.jmeter.protocol.ftp.sampler': 'FTPSampler',
  'org.apache.jmeter.protocol.jdbc.sampler': 'JDBCSampler',
  'org.apache.jmeter.protocol.jdbc.config': 'DataSourceElement',
  'org.apache.jmeter.protocol.jdbc.processor': 'JDBCPreProcessor JDBCPostProcessor',
  'org.apache.jmeter.protocol.jms.sampler': 'JMSSampler PublisherSampler SubscriberSampler',
  'org.apache.jmeter.protocol.ldap.sampler': 'LDAPSampler LDAPExtSampler',
  'org.apache.jmeter.protocol.mail.sampler': 'MailReaderSampler',
  'org.apache.jmeter.protocol.smtp.sampler': 'SmtpSampler',
  'org.apache.jmeter.protocol.bolt.sampler': 'BoltSampler',
  'org.apache.jmeter.timers':
    'ConstantTimer UniformRandomTimer GaussianRandomTimer PoissonRandomTimer ConstantThroughputTimer SyncTimer JSR223Timer ' +
    'BeanShellTimer BSFTimer',
  'org.apache.jmeter.timers.poissonarrivals': 'PreciseThroughputTimer',
  'org.apache.jmeter.assertions':
    'ResponseAssertion DurationAssertion SizeAssertion XMLAssertion XMLSchemaAssertion XPathAssertion XPath2Assertion HTMLAssertion ' +
    'MD5HexAssertion JSONPathAssertion CompareAssertion SubstitutionElement JSR223Assertion BeanShellAssertion BSFAssertion',
  'org.apache.jmeter.assertions.jmespath': 'JMESPathAssertion',
  'org.apache.jmeter.extractor':
    'RegexExtractor BoundaryExtractor HtmlExtractor XPathExtractor XPath2Extractor DebugPostProcessor JSR223PostProcessor ' +
    'BeanShellPostProcessor BSFPostProcessor',
  'org.apache.jmeter.extractor.json.jsonpath': 'JSONPostProcessor',
  'org.apache.jmeter.extractor.json.jmespath': 'JMESPathExtractor',
  'org.apache.jmeter.reporters':
    'ResultCollector ResultAction ResultSaver Summariser MailerResultCollector MailerModel',
  'org.apache.jmeter.visualizers.backend': 'BackendListener',
  'org.apache.jmeter.visualizers': 'JSR223Listener BeanShellListener BSFListener',
  'org.apache.jmeter.samplers': 'SampleSaveConfiguration',
};

const ALIASES = new Map<string, string>(
  Object.entries(PACKAGES).flatMap(([name, aliases]) =>
    aliases.split(' ').map((alias) => [alias, `${name}.${alias}`]),
  ),
);
/** Names of older versions, and aliases that differ from their class (upgrade.properties, saveservice.properties). */
const RENAMED: Readonly<Record<string, string>> = {
  HTTPSampler: 'org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy',
  HTTPSampler2: 'org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy',
  SMIMEAssertion: 'org.apache.jmeter.assertions.SMIMEAssertionTestElement',
  'org.apache.jmeter.assertions.Assertion': 'org.apache.jmeter.assertions.ResponseAssertion',
  'org.apache.jmeter.protocol.http.sampler.HTTPSampler':
    'org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy',
  'org.apache.jmeter.protocol.http.sampler.HTTPSamplerFull':
    'org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy',
  'org.apache.jmeter.protocol.http.sampler.HTTPSampler2': 'org.apache.jmeter.config.ConfigTestElement',
  'org.apache.jmeter.protocol.http.sampler.SoapSampler': 'org.apache.jmeter.config.ConfigTestElement',
  'org.apache.jmeter.protocol.http.sampler.WebServiceSampler': 'org.apache.jmeter.config.ConfigTestElement',
  'org.apache.jmeter.protocol.http.modifier.ParamModifier': 'org.apache.jmeter.config.ConfigTestElement',
};

/** The fully-qualified class that a tag (or its `class` attribute) names. XStream writes `_` as `__` and `$` as `_-`. */
export function classOf(tag: string): string {
  const name = tag.replaceAll('_-', '$').replaceAll('__', '_');
  return RENAMED[name] ?? ALIASES.get(name) ?? name;
}

/** The shortest name JMeter uses for a class: its alias or the class itself. */
export function aliasOf(testclass: string): string {
  const short = testclass.slice(testclass.lastIndexOf('.') + 1);
  return ALIASES.get(short) === testclass ? short : testclass;
}
