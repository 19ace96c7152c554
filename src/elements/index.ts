import type { ElementDefinition } from './definition.ts';
import { arrivalsThreadGroup } from './thread-groups/arrivals-thread-group.ts';
import { concurrencyThreadGroup } from './thread-groups/concurrency-thread-group.ts';
import { freeFormArrivalsThreadGroup } from './thread-groups/free-form-arrivals-thread-group.ts';
import { openModelThreadGroup } from './thread-groups/open-model-thread-group.ts';
import { steppingThreadGroup } from './thread-groups/stepping-thread-group.ts';
import { threadGroup, setUpThreadGroup, tearDownThreadGroup } from './thread-groups/thread-group.ts';
import { ultimateThreadGroup } from './thread-groups/ultimate-thread-group.ts';
import { criticalSectionController } from './controllers/critical-section-controller.ts';
import { foreachController } from './controllers/foreach-controller.ts';
import { ifController } from './controllers/if-controller.ts';
import { interleaveController, randomController } from './controllers/interleave-controller.ts';
import { loopController } from './controllers/loop-controller.ts';
import { moduleController, includeController } from './controllers/module-controller.ts';
import { onceOnlyController } from './controllers/once-only-controller.ts';
import { randomOrderController } from './controllers/random-order-controller.ts';
import { runtimeController } from './controllers/runtime-controller.ts';
import { simpleController, recordingController, testFragment } from './controllers/simple-controller.ts';
import { switchController } from './controllers/switch-controller.ts';
import { throughputController } from './controllers/throughput-controller.ts';
import { transactionController } from './controllers/transaction-controller.ts';
import { whileController } from './controllers/while-controller.ts';
import { debugSampler } from './samplers/debug-sampler.ts';
import { flowControlAction } from './samplers/flow-control-action.ts';
import { httpRequest } from './samplers/http-request.ts';
import { javaRequest } from './samplers/java-request.ts';
import { jsr223Sampler } from './samplers/jsr223-sampler.ts';
import { webSocketClose } from './samplers/web-socket-close.ts';
import { webSocketOpenConnection } from './samplers/web-socket-open-connection.ts';
import { webSocketPingPong } from './samplers/web-socket-ping-pong.ts';
import { webSocketRequestResponse } from './samplers/web-socket-request-response.ts';
import { webSocketSingleRead } from './samplers/web-socket-single-read.ts';
import { webSocketSingleWrite } from './samplers/web-socket-single-write.ts';
import { authManager } from './configs/auth-manager.ts';
import { binaryFrameFilter } from './configs/binary-frame-filter.ts';
import { cacheManager } from './configs/cache-manager.ts';
import { configTestElement } from './configs/config-test-element.ts';
import { cookieManager } from './configs/cookie-manager.ts';
import { counter } from './configs/counter.ts';
import { csvDataSet } from './configs/csv-data-set.ts';
import { dnsCacheManager } from './configs/dns-cache-manager.ts';
import { headerManager } from './configs/header-manager.ts';
import { javaRequestDefaults } from './configs/java-request-defaults.ts';
import { keystoreConfiguration } from './configs/keystore-configuration.ts';
import { loginConfig } from './configs/login-config.ts';
import { pingFrameFilter } from './configs/ping-frame-filter.ts';
import { randomVariable } from './configs/random-variable.ts';
import { textFrameFilter } from './configs/text-frame-filter.ts';
import { userDefinedVariables } from './configs/user-defined-variables.ts';
import { jsr223PreProcessor } from './pre-processors/jsr223-pre-processor.ts';
import { sampleTimeout } from './pre-processors/sample-timeout.ts';
import { userParameters } from './pre-processors/user-parameters.ts';
import { constantThroughputTimer } from './timers/constant-throughput-timer.ts';
import { constantTimer } from './timers/constant-timer.ts';
import { gaussianRandomTimer } from './timers/gaussian-random-timer.ts';
import { jsr223Timer } from './timers/jsr223-timer.ts';
import { poissonRandomTimer } from './timers/poisson-random-timer.ts';
import { preciseThroughputTimer } from './timers/precise-throughput-timer.ts';
import { synchronizingTimer } from './timers/synchronizing-timer.ts';
import { uniformRandomTimer } from './timers/uniform-random-timer.ts';
import { boundaryExtractor } from './post-processors/boundary-extractor.ts';
import { cssSelectorExtractor } from './post-processors/css-selector-extractor.ts';
import { debugPostProcessor } from './post-processors/debug-post-processor.ts';
import { jmesPathExtractor } from './post-processors/jmespath-extractor.ts';
import { jsonExtractor } from './post-processors/json-extractor.ts';
import { jsr223PostProcessor } from './post-processors/jsr223-post-processor.ts';
import { regularExpressionExtractor } from './post-processors/regular-expression-extractor.ts';
import { xPathExtractor } from './post-processors/xpath-extractor.ts';
import { xPath2Extractor } from './post-processors/xpath2-extractor.ts';
import { binaryResponseAssertion } from './assertions/binary-response-assertion.ts';
import { compareAssertion } from './assertions/compare-assertion.ts';
import { durationAssertion } from './assertions/duration-assertion.ts';
import { jmesPathAssertion } from './assertions/jmespath-assertion.ts';
import { jsonAssertion } from './assertions/json-assertion.ts';
import { jsr223Assertion } from './assertions/jsr223-assertion.ts';
import { md5HexAssertion } from './assertions/md5hex-assertion.ts';
import { responseAssertion } from './assertions/response-assertion.ts';
import { sizeAssertion } from './assertions/size-assertion.ts';
import { xmlAssertion } from './assertions/xml-assertion.ts';
import { xPathAssertion } from './assertions/xpath-assertion.ts';
import { xPath2Assertion } from './assertions/xpath2-assertion.ts';
import { backendListener } from './listeners/backend-listener.ts';
import { jsr223Listener } from './listeners/jsr223-listener.ts';
import { mailerVisualizer } from './listeners/mailer-visualizer.ts';
import { pluginGraphs } from './listeners/plugin-graphs.ts';
import { resultCollector } from './listeners/result-collector.ts';
import { resultStatusAction } from './listeners/result-status-action.ts';
import { saveResponses } from './listeners/save-responses.ts';
import { generateSummaryResults } from './listeners/summariser.ts';
import { listenersWithoutEffect } from './listeners/without-effect.ts';
import { httpRecorder, httpMirrorServer } from './non-test-elements/http-recorder.ts';
import { testPlan } from './test-plan.ts';

/** Every JMeter element that plans may use, by JMeter's menus: one row each. */
export const elements: readonly ElementDefinition[] = [
  testPlan,
  // Threads (Users)
  threadGroup,
  setUpThreadGroup,
  tearDownThreadGroup,
  openModelThreadGroup,
  concurrencyThreadGroup,
  arrivalsThreadGroup,
  freeFormArrivalsThreadGroup,
  ultimateThreadGroup,
  steppingThreadGroup,
  // Logic controllers
  simpleController,
  loopController,
  onceOnlyController,
  ifController,
  whileController,
  foreachController,
  switchController,
  interleaveController,
  randomController,
  randomOrderController,
  throughputController,
  runtimeController,
  transactionController,
  criticalSectionController,
  moduleController,
  includeController,
  testFragment,
  recordingController,
  // Samplers
  webSocketOpenConnection,
  webSocketRequestResponse,
  webSocketSingleRead,
  webSocketSingleWrite,
  webSocketPingPong,
  webSocketClose,
  debugSampler,
  javaRequest,
  flowControlAction,
  httpRequest,
  jsr223Sampler,
  // Config elements
  pingFrameFilter,
  textFrameFilter,
  binaryFrameFilter,
  headerManager,
  cookieManager,
  userDefinedVariables,
  configTestElement,
  javaRequestDefaults,
  loginConfig,
  authManager,
  cacheManager,
  counter,
  csvDataSet,
  dnsCacheManager,
  keystoreConfiguration,
  randomVariable,
  // Pre-processors
  sampleTimeout,
  userParameters,
  jsr223PreProcessor,
  // Timers
  constantTimer,
  uniformRandomTimer,
  gaussianRandomTimer,
  poissonRandomTimer,
  constantThroughputTimer,
  preciseThroughputTimer,
  synchronizingTimer,
  jsr223Timer,
  // Post-processors
  regularExpressionExtractor,
  boundaryExtractor,
  jsonExtractor,
  jmesPathExtractor,
  cssSelectorExtractor,
  xPathExtractor,
  xPath2Extractor,
  debugPostProcessor,
  jsr223PostProcessor,
  // Assertions
  binaryResponseAssertion,
  responseAssertion,
  jsonAssertion,
  jmesPathAssertion,
  sizeAssertion,
  durationAssertion,
  md5HexAssertion,
  compareAssertion,
  xmlAssertion,
  xPathAssertion,
  xPath2Assertion,
  jsr223Assertion,
  // Listeners
  resultCollector,
  generateSummaryResults,
  saveResponses,
  resultStatusAction,
  mailerVisualizer,
  backendListener,
  ...pluginGraphs,
  ...listenersWithoutEffect,
  jsr223Listener,
  // Non-test elements
  httpRecorder,
  httpMirrorServer,
];

const byClass = new Map(elements.map((definition) => [definition.testclass, definition]));

/** The row of an element's class; undefined when it is not supported. */
export const elementDefinition = (testclass: string): ElementDefinition | undefined => byClass.get(testclass);
