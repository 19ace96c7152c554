import { describe, expect, it } from 'vitest';
import { Dialogue } from '../../src/correlation/dialogue.ts';
import { fixture } from './dialogue-of.ts';
import { ask, play, read, write, type Line } from './play.ts';

interface AutoDialogue {
  readonly name: string;
  readonly dialogue: readonly { readonly send: string; readonly reply: string | null }[];
  readonly answers: readonly (number | null)[];
}
const DIALOGUES: AutoDialogue[] = JSON.parse(fixture('auto.json'));

describe('ids found by themselves', () => {
  it.each(DIALOGUES)('$name', ({ dialogue, answers }) => {
    const played = play(dialogue.map(({ send, reply }) => ask(send, reply)));
    const got = played.flatMap(({ answers: request }, i) => (dialogue[i]?.reply === null ? [] : [request]));
    expect(got).toEqual(answers);
  });
});

const json = (value: unknown): string => JSON.stringify(value);
/** The verdicts in short: what fails, by its kind and the request it answers; `ok` for in order, `-` for none. */
const verdicts = (lines: readonly Line[], dialogue?: Dialogue): string[] =>
  play(lines, dialogue).map(({ kind, fails, answers }) => {
    if (kind === undefined) return '-';
    if (fails) return `${kind} ${answers}`;
    return kind === 'in-order' ? 'ok' : kind;
  });
const failures = (lines: readonly Line[]): string[] =>
  verdicts(lines).filter((verdict) => verdict.includes(' '));
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const T = 1_796_000_000_000;

/** Requests and replies of a kind of dialogue whose replies can be told apart. */
const FORMS: readonly (readonly [
  name: string,
  request: (n: number) => string,
  reply: (n: number) => string,
])[] = [
  ['JSON id', (n) => json({ id: n, op: 'get' }), (n) => json({ id: n, ok: true })],
  [
    'JSON id behind other members',
    (n) => json({ t: T + n, a: [1, { b: 2 }], id: n }),
    (n) => json({ at: T, id: n }),
  ],
  ['id and its name escaped', (n) => `{"\\u0069d":"\\u00e9-${n}"}`, (n) => json({ id: `é-${n}` })],
  ['inReplyTo', (n) => json({ messageId: `m${n}` }), (n) => json({ id: `s${n * 7}`, inReplyTo: `m${n}` })],
  [
    'invocationId (SignalR)',
    (n) => `{"type":1,"invocationId":"${n}"}\x1e`,
    (n) => `{"type":3,"invocationId":"${n}"}\x1e`,
  ],
  [
    'JSON-RPC',
    (n) => json({ jsonrpc: '2.0', id: n, method: 'm' }),
    (n) => json({ jsonrpc: '2.0', result: n + 1, id: n }),
  ],
  [
    'JSON-RPC in a list of one',
    (n) => json([{ jsonrpc: '2.0', id: n }]),
    (n) => json([{ jsonrpc: '2.0', id: n }]),
  ],
  ['OCPP', (n) => json([2, `call-${n}`, 'Heartbeat', {}]), (n) => json([3, `call-${n}`, { n: n % 2 }])],
  ['WAMP', (n) => json([48, 7_814_135 + n, {}, 'sum']), (n) => json([50, 7_814_135 + n, {}, [n]])],
  [
    'Phoenix',
    (n) => json(['1', `${n}`, 'room:1', 'msg', {}]),
    (n) => json(['1', `${n}`, 'room:1', 'phx_reply', { n: 1 }]),
  ],
  ['Socket.IO ack', (n) => `42${n}["m",{"a":1}]`, (n) => `43${n}["ok"]`],
  ['Socket.IO ack in a namespace', (n) => `42/chat,${n}["m"]`, (n) => `43/chat,${n}["ok"]`],
  ['Socket.IO event with an id', (n) => `42["ask",{"id":${n}}]`, (n) => `42["told",{"id":${n},"x":1}]`],
  [
    'STOMP receipt',
    (n) => `SEND\ndestination:/q\nreceipt:${n}\n\nx\0`,
    (n) => `RECEIPT\nreceipt-id:${n}\n\n\0`,
  ],
  [
    'STOMP body',
    (n) => `SEND\ndestination:/q\n\n{"id":${n}}\0`,
    (n) => `MESSAGE\nmessage-id:${n * 3}-x\n\n{"id":${n}}\0`,
  ],
  [
    'STOMP header',
    (n) => `SEND\r\ncorrelation-id:c${n}\r\n\r\nx\0`,
    (n) => `MESSAGE\r\ncorrelation-id:c${n}\r\n\r\ny\0`,
  ],
  ['SockJS around JSON', (n) => json([json({ id: n })]), (n) => `a${json([json({ id: n, ok: 1 })])}`],
  [
    'SockJS around STOMP',
    (n) => json([`SEND\nreceipt:r${n}\n\n\0`]),
    (n) => `a${json([`RECEIPT\nreceipt-id:r${n}\n\n\0`])}`,
  ],
  [
    'GraphQL',
    (n) => json({ id: `${n}`, type: 'subscribe', payload: {} }),
    (n) => json({ id: `${n}`, type: 'next' }),
  ],
  [
    'unknown names',
    (n) => json({ what: `x-${n}`, op: 'get' }),
    (n) => json({ about: { it: `x-${n}` }, ok: 1 }),
  ],
  ['an unknown name in both', (n) => json({ turn: n, op: 'get' }), (n) => json({ turn: n, ok: 1 })],
  ['XMPP', (n) => `<iq type="get" id="q${n}"><ping/></iq>`, (n) => `<iq type="result" id="q${n}"/>`],
  ['key=value', (n) => `cmd=get;tag=${n};x=1`, (n) => `ok=1;tag=${n}`],
  ['words', (n) => `GET item-${n} now`, (n) => `GOT item-${n} ok`],
  ['tag in front', (n) => `a${n} SELECT inbox`, (n) => `a${n} OK done`],
  ['text in JSON', (n) => `please echo e${n}x`, (n) => json({ echo: `e${n}x`, at: T + n })],
  ['echo', (n) => `req-${n}`, (n) => `req-${n}`],
  [
    'echo of JSON',
    (n) => json({ user: 7, text: `hello ${n}` }),
    (n) => json({ user: 7, text: `hello ${n}` }),
  ],
];

describe.each(FORMS)('%s', (_name, request, reply) => {
  const inOrder = times(4, (n) => ask(request(n), reply(n)));

  it('is in order', () => {
    expect(verdicts([...inOrder, ask(request(4), reply(4))]).slice(2)).toEqual(['ok', 'ok', 'ok']);
  });

  it('finds late replies', () => {
    const lines = [...inOrder, ask(request(4), null), ask(request(5), reply(4)), ask(request(6), reply(5))];
    expect(verdicts(lines).slice(4)).toEqual(['-', 'late 4', 'late 5']);
  });

  it('finds late replies when none ever came in time', () => {
    const lines = times(5, (n) => ask(request(n), n === 0 ? null : reply(n - 1)));
    expect(verdicts(lines).slice(3)).toEqual(['late 2', 'late 3']);
  });

  it('finds a duplicate that a request-response takes', () => {
    expect(verdicts([...inOrder, ask(request(4), reply(3))]).slice(4)).toEqual(['duplicate 3']);
  });

  it('finds replies to single writes in the wrong order', () => {
    const lines = [...inOrder, write(request(4)), write(request(5)), read(reply(5)), read(reply(4))];
    expect(verdicts(lines).slice(4)).toEqual(['-', '-', 'out-of-order 5', 'ok']);
  });

  it('lets replies to single writes pass in the right order', () => {
    const lines = [...inOrder, write(request(4)), write(request(5)), read(reply(4)), read(reply(5))];
    expect(verdicts(lines).slice(4)).toEqual(['-', '-', 'ok', 'ok']);
  });

  it('lets pushes pass that a single read takes', () => {
    const lines = [...inOrder, read(json({ tick: 1 })), ask(request(4), reply(4)), read('news')];
    expect(verdicts(lines).slice(4)).toEqual(['-', 'ok', '-']);
  });

  it('does not fail a sample for a push, and knows the reply that comes after it', () => {
    const lines = [...inOrder, ask(request(4), json({ tick: 1 })), ask(request(5), reply(4))];
    expect(verdicts(lines).slice(4)).toEqual(['unmatched', 'late 4']);
  });

  it('is known at once on the next connection', () => {
    const dialogue = new Dialogue();
    play(inOrder, dialogue);
    const lines = [ask(request(1), null), ask(request(2), reply(1))];
    expect(verdicts(lines, dialogue)).toEqual(['-', 'late 0']);
  });
});

describe('what came from ${…}', () => {
  const uuid = (n: number) => `3f2a-${n}-bc01`;

  it('identifies a reply at once when no message has it by chance', () => {
    const lines = times(3, (n) => ask(json({ what: uuid(n) }), json({ what: uuid(n), n }), [uuid(n)]));
    expect(verdicts(lines)).toEqual(['ok', 'ok', 'ok']);
    expect(
      verdicts([ask(`say ${uuid(1)}`, null, [uuid(1)]), ask(`say ${uuid(2)}`, `say ${uuid(1)}!`, [uuid(2)])]),
    ).toEqual(['-', 'late 0']);
  });

  it('does not when it could be a counter, a time or a common word', () => {
    for (const value of [
      (n: number) => String(n),
      (n: number) => String(T + n),
      (n: number) => (n > 0 ? 'yes' : 'no'),
    ]) {
      const lines = [
        ask(json({ what: value(0) }), null, [value(0)]),
        ask(json({ what: value(1) }), json({ what: value(0), ok: 1 }), [value(1)]),
      ];
      expect(verdicts(lines)).toEqual(['-', '-']);
    }
  });

  it('never changes within a connection when it is a name of the user', () => {
    const lines = times(9, (n) =>
      ask(json({ who: 'user-7', n: n % 2 }), json({ who: 'user-7', ok: 1 }), ['user-7']),
    );
    expect(failures([...lines, read(json({ who: 'user-7', news: 1 }))])).toEqual([]);
  });
});

describe('what identifies no reply is not judged', () => {
  it('times that agree by chance', () => {
    const lines = [0, 1, 2, 4, 5, 6, 8].map((n) =>
      ask(json({ t: T + n }), json({ now: T + n + (n % 4 === 1 ? 1 : 0) })),
    );
    expect(failures(lines)).toEqual([]);
  });

  it('times of two clocks under one name', () => {
    const lines = [0, 1, 2, 4, 5, 6].map((n) =>
      ask(json({ t: T + n, op: 1 }), json({ t: T + n + (n > 3 ? -1 : 0) })),
    );
    expect(failures(lines)).toEqual([]);
  });

  it('counters of client and server that run side by side', () => {
    const lines = times(6, (n) => ask(json({ number: n, op: 'x' }), json({ count: n })));
    expect(verdicts([...lines, ask(json({ number: 6, op: 'x' }), json({ count: 5 }))])).toEqual(
      times(7, () => '-'),
    );
  });

  it('counters in texts', () => {
    const lines = times(6, (n) => ask(`get ${n}`, `value ${n}`));
    expect(verdicts([...lines, ask('get 7', 'value 6')])).toEqual(times(7, () => '-'));
  });

  it('a late echo that a single read takes, while nothing else shows that the server echoes', () => {
    expect(failures([ask('abc', null), read('abc')])).toEqual([]);
    expect(failures([ask('req-1', null, ['1']), read('req-1')])).toEqual([]);
  });

  it('the same text again and again', () => {
    const lines = [
      ...times(5, () => ask('hello', 'hello')),
      ask('hello', null),
      ask('hello', 'hello'),
      read('hello'),
    ];
    expect(failures(lines)).toEqual([]);
  });

  it('texts from a small stock', () => {
    const words = ['get', 'put', 'get', 'list', 'get', 'put'];
    expect(failures(words.map((word) => ask(json({ op: word }), json({ op: word, ok: 1 }))))).toEqual([]);
    expect(failures(words.map((word) => ask(word, word)))).toEqual([]);
  });

  it('ids from a small stock', () => {
    const ids = [4, 9, 4, 4, 9, 1, 4, 1, 9];
    expect(failures(ids.map((id) => ask(json({ id, op: 'get' }), json({ id, name: `n${id}` }))))).toEqual([]);
  });

  it('a moving number that client and server both name', () => {
    expect(failures([ask('1', '3'), ask('3', '1'), ask('2', '1'), ask('5', '2'), ask('4', '5')])).toEqual([]);
  });

  it('a word that both sides use on their own', () => {
    expect(failures([write('PING'), ask('JOIN', 'PING'), ask('LIST', 'OK'), ask('PING', 'JOIN')])).toEqual(
      [],
    );
  });

  it('a list of several things', () => {
    const list = json([{ id: 1 }, { id: 2 }, { id: 3 }]);
    const lines = [
      ...times(4, (n) => ask(json({ id: n }), json({ id: n, ok: 1 }))),
      ask(json({ id: 4 }), list),
      read(list),
    ];
    expect(failures(lines)).toEqual([]);
  });

  it('batches', () => {
    const batch = (n: number) =>
      json([
        { jsonrpc: '2.0', id: n },
        { jsonrpc: '2.0', id: n + 1 },
      ]);
    const swapped = (n: number) =>
      json([
        { jsonrpc: '2.0', id: n + 1, result: 1 },
        { jsonrpc: '2.0', id: n, result: 2 },
      ]);
    expect(verdicts(times(5, (n) => ask(batch(2 * n), swapped(2 * n))))).toEqual(times(5, () => '-'));
  });

  it('an id that stands only far behind in a huge message', () => {
    const huge = (n: number) => json({ data: 'x'.repeat(200_000), id: n });
    expect(verdicts(times(4, (n) => ask(huge(n), json({ id: n }))))).toEqual(times(4, () => '-'));
  });

  it('binary noise', () => {
    const noise = (n: number) => Uint8Array.of(8, n, 16, 255, 254, n * 3);
    expect(failures(times(9, (n) => ask(noise(n), noise(n + (n % 2)))))).toEqual([]);
  });
});

describe('no false alarm', () => {
  it('when replies quote other requests', () => {
    const lines = times(6, (n) =>
      ask(json({ id: n, op: 'get' }), json({ id: n, before: n - 1, recent: [{ id: n - 1 }, { id: n - 2 }] })),
    );
    expect(verdicts(lines)).toEqual(times(6, () => 'ok'));
  });

  it('when texts quote other requests', () => {
    const lines = times(6, (n) =>
      ask(`GET item-${n}`, `after item-${n - 1} comes item-${n}, see item-${n - 2}`),
    );
    expect(failures(lines)).toEqual([]);
  });

  it('when a subscription streams under its id', () => {
    const next = (id: string, n: number) => json({ id, type: 'next', payload: { n: n % 2 } });
    const lines = [
      ask(json({ type: 'connection_init' }), json({ type: 'connection_ack' })),
      ask(json({ id: '1', type: 'subscribe' }), next('1', 0)),
      ...times(6, (n) => read(next('1', n))),
      write(json({ id: '2', type: 'subscribe' })),
      ...times(6, (n) => read(next(n % 3 === 0 ? '2' : '1', n))),
      read(json({ id: '1', type: 'complete' })),
    ];
    expect(failures(lines)).toEqual([]);
  });

  it('when a request is confirmed without its id, and what it began comes with it', () => {
    const lines = [ask(json({ id: 1, op: 'sub' }), 'OK'), ...times(3, (n) => read(json({ id: 1, data: n })))];
    expect(failures(lines)).toEqual([]);
  });

  it('when writes are never answered, and others are', () => {
    const lines = times(12, (n) =>
      n % 3 === 0
        ? write(json({ id: n, op: 'notify', text: 'hello' }))
        : n % 3 === 1
          ? write(json({ id: n, op: 'get' }))
          : read(json({ id: n - 1, ok: true })),
    );
    expect(failures(lines)).toEqual([]);
  });

  it('when the first of several ids of a message never changes', () => {
    const lines = times(9, (n) => ask(json({ id: 'user-7', seq: n }), json({ id: 'user-7', seq: n, ok: 1 })));
    expect(failures(lines)).toEqual([]);
    const late = [
      ...lines,
      ask(json({ id: 'user-7', seq: 9 }), null),
      ask(json({ id: 'user-7', seq: 10 }), json({ id: 'user-7', seq: 9 })),
    ];
    expect(failures(late)).toEqual(['late 9']);
  });

  it('when the server numbers its own events in the field of the ids', () => {
    const lines = times(6, (n) => [
      ask(json({ id: n, op: 'get' }), json({ id: n, ok: 1 })),
      read(json({ id: n, event: 'tick' })),
    ]).flat();
    expect(failures(lines)).toEqual([]);
  });

  it('when an error comes without an id', () => {
    const lines = times(6, (n) =>
      ask(json({ id: n }), n % 2 === 0 ? json({ id: n }) : json({ error: 'busy' })),
    );
    expect(verdicts(lines)).toEqual(['ok', 'unmatched', 'ok', 'unmatched', 'ok', 'unmatched']);
  });

  it('when the server answers in another order to what it was asked at once, after it said so', () => {
    const lines = [
      write(json({ id: 1, op: 'a' })),
      read(json({ id: 1, ok: 1 })),
      read(json({ id: 1, done: 1 })),
    ];
    expect(failures(lines)).toEqual([]);
  });
});
