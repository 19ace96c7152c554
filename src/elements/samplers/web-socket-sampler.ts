import type { Correlation } from '../../correlation/correlation.ts';
import { Dialogue } from '../../correlation/dialogue.ts';
import {
  SampleResult,
  type Pending,
  type Sampler,
  type ThreadListener,
  type VirtualUser,
} from '../../types.ts';
import { WebSocketConnection } from '../../websocket/connection.ts';
import { IoError } from '../../websocket/errors.ts';
import type { Frame } from '../../websocket/frame.ts';
import { proxyFor } from '../../websocket/proxy.ts';
import { serverAddress } from '../../websocket/server-address.ts';
import { headerLines } from '../../websocket/upgrade-response.ts';
import { frameFilters } from '../configs/frame-filter.ts';
import { clientCertificates } from '../configs/keystore-configuration.ts';
import type { SamplerScope } from '../definition.ts';
import { parseBoolean, type ElementContext } from '../element-context.ts';
import {
  connectTimeoutProblem,
  numberArgument,
  portProblem,
  readTimeoutProblem,
  unchecked,
} from './web-socket-arguments.ts';
import { correlationOf, readOwnReply, sendTimeOf } from './web-socket-correlation.ts';
import { customHeaders, type UpgradeHeaders } from './web-socket-headers.ts';
import { readFrame, type FilterSettings } from './web-socket-reading.ts';
import { connectionFailed, describeFailure, SampleRun } from './web-socket-run.ts';
import { Session, webSocketOf } from './web-socket-thread.ts';

/** What one of the plugin's samplers does, apart from what they have in common. */
export interface WebSocketAction {
  /** Short name of the plugin's class, as in the log. */
  readonly category: string;
  /** Opens a connection always, never, or as `createNewConnection` says, with that default. */
  readonly opens: 'always' | 'never' | { readonly byDefault: boolean };
  /** The read timeout must be a valid one; otherwise it must be a number all the same. */
  readonly checksReadTimeout: boolean;
  /** Sends what is to be sent. True: a frame is waited for then. */
  begin(run: SampleRun): boolean;
  /** Takes the frame, or throws when it is not what the sampler wants; the result counts as success already. */
  accept?(run: SampleRun, frame: Frame): void;
  /** The read timeout ran out. True: that is fine. */
  acceptsTimeout?(run: SampleRun): boolean;
  /** The result of a sample that needs a connection, and there is none. */
  withoutConnection(user: VirtualUser, result: SampleResult): void;
}

export const CONNECTION_PROPERTIES = ['TLS', 'server', 'port', 'path', 'connectTimeout', 'readTimeout'];

/** Fails a sample that has no connection to use. */
export function noConnection(category: string, message: string): WebSocketAction['withoutConnection'] {
  return (user, result) => {
    result.responseCode = 'Sampler error';
    result.responseMessage = message;
    user.log.log('ERROR', category, `Sampler '${result.label}': there is no connection to re-use`);
  };
}

export const NO_CONNECTION_TO_REUSE =
  'Sampler configured for using existing connection, but there is no connection';

/**
 * The order of events that all WebSocket samplers have in common: arguments, connection, clock, upgrade, the action
 * itself, the outcome, what becomes of the connection.
 *
 * A sample whose frame is there already, or that waits for none, gives its result at once and not as a promise.
 * @param make the action of one element; it gets the element's correlation.
 */
export function webSocketSampler(
  context: ElementContext,
  scope: SamplerScope,
  make: (correlation: Correlation) => WebSocketAction,
): Sampler & ThreadListener {
  const correlation = correlationOf(context);
  const sendTime = sendTimeOf(context);
  const action = make(correlation);
  const dialogue = correlation.mode === 'off' ? undefined : new Dialogue();
  const { opens: opening, category } = action;
  const { name } = context;
  const isNew =
    typeof opening === 'string'
      ? () => opening === 'always'
      : context.boolean('createNewConnection', opening.byDefault);
  const tls = context.boolean('TLS');
  const server = context.text('server');
  const port = numberArgument(context.text('port', '80'));
  const path = context.text('path');
  const connectTimeout = numberArgument(context.text('connectTimeout', '20000'));
  const readTimeout = numberArgument(context.text('readTimeout', '6000'));
  const headers = customHeaders(scope.configs);
  const clientCertificate = clientCertificates(context, scope.configs);
  const property = (key: string): boolean => parseBoolean(context.environment.properties.get(key) ?? '');
  const settings: FilterSettings = {
    filters: frameFilters(scope.configs),
    sizeIncludesFiltered: property('websocket.result.size_includes_filtered_frames'),
    renamesSubResults: !property('subresults.disable_renaming'),
  };

  /** The sample as far as it is decided without a connection, or the run that goes on with one. */
  function prepare(user: VirtualUser, result: SampleResult): SampleRun | undefined {
    const thread = webSocketOf(user);
    const opens = isNew(user);
    const portArgument = opens ? port(user) : undefined;
    let problem = portArgument && portProblem(portArgument);
    const connectArgument = opens && problem === undefined ? connectTimeout(user) : undefined;
    problem ??= connectArgument && connectTimeoutProblem(connectArgument);
    const readArgument = problem === undefined ? readTimeout(user) : undefined;
    if (action.checksReadTimeout) problem ??= readArgument && readTimeoutProblem(readArgument);
    if (problem !== undefined || readArgument === undefined) {
      result.responseCode = 'Sampler error';
      result.responseMessage = `Sampler error: ${problem}`;
      return undefined;
    }
    const readTimeoutMs = unchecked(readArgument);
    const connectTimeoutMs = unchecked(connectArgument ?? connectTimeout(user));
    if (opens) {
      thread.replace();
      const secure = tls(user);
      const host = server.evaluate(user);
      const address = serverAddress(secure, host, portArgument!.value!, path.evaluate(user));
      const connection = new WebSocketConnection(address, user.clock);
      const session = new Session(connection, dialogue);
      return new SampleRun(user, result, session, category, readTimeoutMs, connectTimeoutMs);
    }
    if (thread.session !== undefined)
      return new SampleRun(user, result, thread.session, category, readTimeoutMs, undefined);
    action.withoutConnection(user, result);
    return undefined;
  }

  async function open(run: SampleRun, connectTimeoutMs: number): Promise<void> {
    const { user, result, connection, session } = run;
    const { address } = connection;
    const thread = webSocketOf(user);
    const sent: UpgradeHeaders = headers(user, address);
    result.requestHeaders = sent.shown;
    const upgrade = await connection.connect({
      headers: sent.entries,
      connectTimeoutMs,
      readTimeoutMs: run.readTimeoutMs,
      proxy: proxyFor(address.host, user.shared.properties),
      tlsSessions:
        address.tls && user.shared.properties.get('https.use.cached.ssl.context') !== 'false'
          ? thread.tlsSessions
          : undefined,
      clientCertificate: address.tls ? await clientCertificate(user) : undefined,
    });
    thread.session = session;
    run.upgrade = upgrade.head;
    result.connectUs = connection.openedUs - result.startUs;
    result.endUs = connection.openedUs;
    result.bytes = upgrade.head.size;
    result.sentBytes = upgrade.requestSize;
    user.emit({ type: 'connection-opened', handshake: upgrade.handshake });
  }

  /** What the sampler does on an open connection. */
  function act(run: SampleRun): SampleResult | Pending<SampleResult> {
    const { session, user } = run;
    try {
      if (dialogue !== undefined && session.ledger === undefined) session.ledgerFor(user, dialogue);
      else session.ledger?.startSample();
      const reads = action.begin(run);
      const flushing = session.connection.flushing();
      if (flushing !== undefined)
        return settle(
          run,
          flushing.then(() => (reads ? read(run) : undefined)),
        );
      if (reads && isPlain(run)) {
        run.reading = true;
        const frame = run.connection.receiveFor(run, run.readTimeoutMs, 0, run.workedFromUs);
        return frame === undefined ? run.whenFrameArrives(take) : take(run, frame);
      }
      const frame = reads ? read(run) : undefined;
      if (frame instanceof Promise) return settle(run, frame);
      accept(run, frame);
    } catch (error) {
      fail(run, error);
    }
    return finish(run);
  }

  /** The next frame decides, whatever it is: no filter looks at it, and nobody left frames unread. */
  const isPlain = ({ session, request }: SampleRun): boolean =>
    settings.filters.length === 0 &&
    session.pushes === 0 &&
    (correlation.mode !== 'match' || request === undefined);

  function take(run: SampleRun, frame: Frame): SampleResult {
    try {
      accept(run, frame);
    } catch (error) {
      fail(run, error);
    }
    return finish(run);
  }

  function read(run: SampleRun): Frame | Promise<Frame> {
    run.reading = true;
    return correlation.mode === 'match' && run.request !== undefined
      ? readOwnReply(run, correlation, settings)
      : readFrame(run, settings, run.readTimeoutMs, 0);
  }

  function accept(run: SampleRun, frame: Frame | undefined): void {
    const { result } = run;
    if (frame?.failure !== undefined) throw frame.failure;
    result.success = true;
    result.responseCode = run.upgrade === undefined ? '200' : '101';
    result.responseMessage = run.upgrade === undefined ? 'OK' : 'Switching Protocols';
    if (frame === undefined) {
      if (opening !== 'always') result.endUs = run.user.clock.nowUs();
      return;
    }
    result.endUs = Math.max(result.startUs, frame.arrivalUs);
    action.accept?.(run, frame);
    result.bytes += frame.wireSize;
  }

  function fail(run: SampleRun, error: unknown): void {
    run.result.endUs = run.user.clock.nowUs();
    run.session.ledger?.gaveUp(run.request);
    const timedOut = run.reading && error instanceof IoError && error.timedOut;
    if (timedOut) run.user.emit({ type: 'read-timeout', label: run.result.label });
    if (timedOut && action.acceptsTimeout?.(run) === true) return;
    describeFailure(run, error);
  }

  /** Decides what becomes of the connection. */
  function finish({ user, result, session, upgrade }: SampleRun): SampleResult {
    if (upgrade !== undefined) {
      if (result.success) result.responseHeaders = headerLines(upgrade);
    } else if (session.connection.state !== 'connected') {
      const thread = webSocketOf(user);
      if (thread.session === session) thread.forget();
    }
    return result;
  }

  async function settle(run: SampleRun, pending: Promise<Frame | undefined>): Promise<SampleResult> {
    try {
      accept(run, await pending);
    } catch (error) {
      fail(run, error);
    }
    return finish(run);
  }

  async function openAndAct(run: SampleRun, connectTimeoutMs: number): Promise<SampleResult> {
    try {
      await open(run, connectTimeoutMs);
    } catch (error) {
      fail(run, error);
      run.user.emit(connectionFailed(error));
      return finish(run);
    }
    return act(run);
  }

  return {
    sample(user) {
      const result = new SampleResult();
      result.label = name.evaluate(user);
      result.threadName = user.threadName;
      const run = prepare(user, result);
      if (run === undefined) return result;
      run.sendTime = sendTime;
      result.startUs = user.clock.nowUs();
      const { connection } = run;
      if (run.connectTimeoutMs !== undefined) {
        result.samplerData = `Connect URL:\n${connection.address.url}\n`;
        return openAndAct(run, run.connectTimeoutMs);
      }
      if (connection.state !== 'connected') {
        result.samplerData = `Connect URL:\n${connection.address.url}\n`;
        try {
          connection.requireNew();
        } catch (error) {
          fail(run, error);
          return finish(run);
        }
      }
      result.samplerData = run.session.requestText.plain;
      return act(run);
    },
    threadFinished(user) {
      webSocketOf(user).threadFinished(category);
    },
  };
}
