import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { binaryFrameFilter } from '../../../src/elements/configs/binary-frame-filter.ts';
import { pingFrameFilter } from '../../../src/elements/configs/ping-frame-filter.ts';
import { textFrameFilter } from '../../../src/elements/configs/text-frame-filter.ts';
import type { Config, SampleResult } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { testUser, type TestUser } from '../../support/user.ts';
import { sample, testServer, to, type SampleOptions, type TestServer } from '../../support/web-socket.ts';

let server: TestServer;
let user: TestUser;
let onConnection: (socket: WebSocket) => void;
beforeEach(async () => {
  server = await testServer((socket) => onConnection(socket));
  user = testUser();
});
afterEach(() => server.close());

const filter = {
  text: (properties: Record<string, string>, name = 'text filter'): Config =>
    textFrameFilter.compile(elementContext(properties, { name })),
  binary: (properties: Record<string, string>, name = 'binary filter'): Config =>
    binaryFrameFilter.compile(elementContext(properties, { name })),
  ping: (properties: Record<string, string>, name = 'ping filter'): Config =>
    pingFrameFilter.compile(elementContext(properties, { name })),
};

/** A message: text, or bytes. */
type Message = string | Buffer;

/** Reads from a server that sends these frames; gives what passes the filters. */
async function readAll(frames: readonly Message[], configs: readonly Config[]): Promise<string[]> {
  onConnection = (socket) => frames.forEach((frame) => socket.send(frame));
  await sample(user, 'open', to(server));
  const passed: string[] = [];
  for (;;) {
    const result = await sample(
      user,
      'read',
      { dataType: 'Any', readTimeout: '30', optional: 'true' },
      { configs },
    );
    if (result.responseCode !== '200') {
      if (result.responseCode !== 'No response') passed.push(result.responseMessage ?? '');
      return passed;
    }
    passed.push(
      typeof result.responseData === 'string'
        ? result.responseData
        : Buffer.from(result.responseData).toString('hex'),
    );
  }
}

describe('a text filter', () => {
  const frames = ['alpha', 'beta-alpha', 'alphabet', 'gamma', 'ALPHA', '', Buffer.from([0])];

  test.each([
    ['IsPlain', '', ['00']],
    ['Contains', 'alpha', ['gamma', 'ALPHA', '', '00']],
    ['Contains', '', ['00']],
    ['Equals', 'alpha', ['beta-alpha', 'alphabet', 'gamma', 'ALPHA', '', '00']],
    ['StartsWith', 'alpha', ['beta-alpha', 'gamma', 'ALPHA', '', '00']],
    ['EndsWith', 'alpha', ['alphabet', 'gamma', 'ALPHA', '', '00']],
    ['ContainsRegex', 'a.p', ['gamma', 'ALPHA', '', '00']],
    ['EqualsRegex', '(?i)a\\w+', ['beta-alpha', 'gamma', '', '00']],
    ['NotContains', 'alpha', ['alpha', 'beta-alpha', 'alphabet', '00']],
    ['NotEquals', 'alpha', ['alpha', '00']],
    ['NotStartsWith', 'alpha', ['alpha', 'alphabet', '00']],
    ['NotEndsWith', 'alpha', ['alpha', 'beta-alpha', '00']],
    ['NotContainsRegex', '^$', ['', '00']],
    ['NotEqualsRegex', 'a.*', ['alpha', 'alphabet', '00']],
  ])('%s %j discards what matches', async (comparisonType, matchValue, passed) => {
    expect(await readAll(frames, [filter.text({ comparisonType, matchValue })])).toEqual(passed);
  });

  test('evaluates its value for each frame', async () => {
    user.variables.put('v', 'gamma');
    expect(
      await readAll(['alpha', 'gamma'], [filter.text({ comparisonType: 'Equals', matchValue: '${v}' })]),
    ).toEqual(['alpha']);
  });

  test.each([
    [
      'Nonsense',
      'java.lang.IllegalArgumentException: No enum constant eu.luminis.jmeter.wssampler.ComparisonType.Nonsense',
    ],
    ['ContainsRegex', 'java.util.regex.PatternSyntaxException: Unclosed group near index 1\n('],
  ])('%s fails the read and takes no frame', async (comparisonType, message) => {
    expect(await readAll(['x'], [filter.text({ comparisonType, matchValue: '(' })])).toEqual([
      `Sampler error: ${message}`,
    ]);
    expect((await sample(user, 'read', {})).responseData).toBe('x');
  });
});

describe('a binary filter', () => {
  const frames = ['0102030405', '0304', 'ffff', '05', '', '030405'].map((hex) => Buffer.from(hex, 'hex'));
  const messages: Message[] = [...frames, 'end'];

  test.each([
    ['IsPlain', '', '', ['end']],
    ['Equals', '03 04', '', ['0102030405', 'ffff', '05', '', '030405', 'end']],
    ['Contains', '03 04', '', ['ffff', '05', '', 'end']],
    ['Contains', '03 04', '2', ['0304', 'ffff', '05', '', '030405', 'end']],
    ['Contains', '03 04', '99', ['0102030405', '0304', 'ffff', '05', '', '030405', 'end']],
    ['StartsWith', '0x03', '', ['0102030405', 'ffff', '05', '', 'end']],
    ['EndsWith', '05', '', ['0304', 'ffff', '', 'end']],
    ['NotEquals', '05', '', ['05', 'end']],
    ['NotContains', '05', '', ['0102030405', '05', '030405', 'end']],
    ['NotContains', '04 05', '1', ['030405', 'end']],
    ['NotStartsWith', '03', '', ['0304', '030405', 'end']],
    ['NotEndsWith', '05', '', ['0102030405', '05', '030405', 'end']],
  ])('%s %j at %j discards what matches', async (comparisonType, matchValue, matchPosition, passed) => {
    const config = filter.binary({ comparisonType, matchValue, matchPosition });
    expect(await readAll(messages, [config])).toEqual(passed);
  });

  test.each([
    ['Equals', ['0102030405', '0304', 'ffff', '05', '030405', 'end']],
    ['Contains', ['0102030405', '0304', 'ffff', '05', '', '030405', 'end']],
    ['StartsWith', ['end']],
    ['EndsWith', ['end']],
    ['NotContains', ['end']],
    ['NotEquals', ['', 'end']],
  ])(
    '%s without a value says that it filters nothing, which is not true of all',
    async (comparisonType, passed) => {
      expect(await readAll(messages, [filter.binary({ comparisonType }, 'f')])).toEqual(passed);
      expect(user.logged).toContain(
        "ERROR e.l.j.w.BinaryFrameFilter: Binary filter 'f' is missing match value; will filter nothing!",
      );
    },
  );

  test('says so of a value that is not binary', async () => {
    await readAll(messages, [filter.binary({ comparisonType: 'Equals', matchValue: 'zz' }, 'f')]);
    expect(user.logged).toContain(
      "ERROR e.l.j.w.BinaryFrameFilter: Binary filter 'f' will filter nothing, because it has an invalid (non binary) match value: 'zz'",
    );
  });

  test.each([
    [
      { comparisonType: 'EqualsRegex', matchValue: '01' },
      'java.lang.RuntimeException: unknown comparison type',
    ],
    [
      { comparisonType: 'Contains', matchValue: '01', matchPosition: '-1' },
      'java.lang.ArrayIndexOutOfBoundsException: Index -1 out of bounds for length 5',
    ],
  ])('%j fails on the first binary frame', async (properties, message) => {
    expect(await readAll(messages, [filter.binary(properties)])).toEqual([`Sampler error: ${message}`]);
  });
});

describe('a ping filter', () => {
  const controlFrames = (socket: WebSocket): void => {
    socket.ping('1');
    socket.pong('2');
    socket.send('text');
  };
  const read = (properties: Record<string, string>): Promise<SampleResult> =>
    sample(user, 'read', { readTimeout: '500' }, { configs: [filter.ping(properties)] });

  test.each([
    [{}, 'text', ['ping', 'pong']],
    [{ filterType: 'FilterPingOnly' }, 'Sampler error: unexpected frame type (pong).', ['ping']],
    [{ filterType: 'FilterPongOnly' }, 'Sampler error: unexpected frame type (ping).', []],
    [
      { filterType: 'Nonsense' },
      'Sampler error: java.lang.IllegalArgumentException: No enum constant eu.luminis.jmeter.wssampler.PingFrameFilter.PingFilterType.Nonsense',
      [],
    ],
  ])('%j discards those', async (properties, outcome, discarded) => {
    onConnection = controlFrames;
    await sample(user, 'open', to(server));
    const result = await read(properties);
    const { responseData, responseCode, responseMessage } = result;
    expect([responseData, responseCode, responseMessage]).toContain(outcome);
    expect(
      (result.subResults ?? []).map(({ responseMessage: message }) =>
        /Received (\w+)/.exec(message ?? '')?.[1]?.toLowerCase(),
      ),
    ).toEqual(discarded);
  });

  test('answers the pings it discards, with their own data', async () => {
    onConnection = controlFrames;
    await sample(user, 'open', to(server));
    const { subResults } = await read({ replyToPing: 'true' });
    expect(subResults).toMatchObject([
      { label: 'read-0', sentBytes: 7, bytes: 3, success: true, responseCode: '' },
      { label: 'read-1', sentBytes: 0, bytes: 3 },
    ]);
    while (server.received.length === 0) await new Promise(setImmediate);
    expect(server.received).toEqual(['pong 1']);
  });
});

describe('discarded frames', () => {
  const readPast = async (frames: readonly Message[], options: SampleOptions): Promise<SampleResult> => {
    onConnection = (socket) => frames.forEach((frame) => socket.send(frame));
    await sample(user, 'open', to(server));
    return sample(user, 'read', { readTimeout: '500' }, options);
  };
  const drop = (matchValue: string, name?: string): Config =>
    filter.text({ comparisonType: 'Equals', matchValue }, name);

  test('are sub-results, which the sizes of the sample leave out', async () => {
    const result = await readPast(['drop me', 'keep'], { configs: [drop('drop me')] });
    expect(result).toMatchObject({ responseData: 'keep', bytes: 6, sentBytes: 0 });
    expect(result.subResults).toMatchObject([
      {
        label: 'read-0',
        responseMessage: "Received Text frame with text 'drop me'",
        responseData: 'drop me',
        encoding: 'UTF-8',
        dataType: '',
        bytes: 9,
        threadName: 'Thread Group 1-1',
      },
    ]);
  });

  test('count in the sizes, and keep their names, when the properties say so', async () => {
    const result = await readPast(['drop me', 'keep'], {
      configs: [drop('drop me', 'f')],
      jmeterProperties: {
        'websocket.result.size_includes_filtered_frames': 'true',
        'subresults.disable_renaming': 'true',
      },
    });
    expect(result.bytes).toBe(15);
    expect(result.subResults?.[0]?.label).toBe("Discarded text frame (by filter 'f')");
  });

  test('are seen by the last filter in the list first; equal filters count once', async () => {
    const configs = [drop('a', 'inner'), drop('a', 'inner'), filter.text({}, 'outer')];
    const result = await readPast(['a', Buffer.from([1])], {
      configs,
      jmeterProperties: { 'subresults.disable_renaming': 'true' },
    });
    expect(result.responseCode).toBe('Sampler error: unexpected frame type (binary).');
    expect(result.subResults?.map(({ label }) => label)).toEqual([
      "Discarded text frame (by filter 'outer')",
    ]);
  });

  test('do not extend the read timeout', async () => {
    onConnection = (socket) => {
      const timer = setInterval(() => socket.send('tick'), 20);
      socket.on('close', () => clearInterval(timer));
    };
    await sample(user, 'open', to(server));
    const result = await sample(user, 'read', { readTimeout: '150' }, { configs: [drop('tick')] });
    expect(result.responseMessage).toBe('WebSocket I/O error: Read timed out');
    expect(result.elapsedMs).toBeGreaterThanOrEqual(149);
    expect(result.subResults!.length).toBeGreaterThan(1);
  });

  test('without a read timeout even the first frame comes too late, and is lost', async () => {
    onConnection = (socket) => {
      socket.send('drop me');
      socket.send('lost');
      socket.send('next');
    };
    await sample(user, 'open', to(server));
    const options = { configs: [drop('drop me')] };
    const first = await sample(user, 'read', { readTimeout: '0' }, options);
    expect(first).toMatchObject({ responseMessage: 'WebSocket I/O error: Read timed out' });
    expect(first.subResults).toHaveLength(1);
    const second = await sample(user, 'read', { readTimeout: '0' }, options);
    expect(second).toMatchObject({
      responseMessage: 'WebSocket I/O error: Read timed out',
      subResults: undefined,
    });
    expect((await sample(user, 'read', { readTimeout: '0' })).responseData).toBe('next');
  });

  test('a close frame is never one of them', async () => {
    onConnection = (socket) => {
      socket.send('a');
      socket.close(1001);
    };
    await sample(user, 'open', to(server));
    const configs = [filter.text({}), filter.binary({}), filter.ping({})];
    const result = await sample(user, 'read', {}, { configs });
    expect(result.responseCode).toBe('Sampler error: unexpected frame type (close).');
    expect(result.subResults).toHaveLength(1);
  });
});
