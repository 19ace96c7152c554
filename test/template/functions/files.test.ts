import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StopThreadError, type Template } from '../../../src/types.ts';
import { compileLoaded, testEnvironment } from '../../support/template.ts';
import { testShared, testUser, type TestUser } from '../../support/user.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wsmeter-files-'));
  mkdirSync(path.join(folder, 'plan'));
  const files: Record<string, string | Buffer> = {
    'lines.txt': 'L1\nL2\r\nL3',
    'empty.txt': '',
    'blank.txt': '\n\nq',
    'latin.txt': Buffer.from('caf\u00e9', 'latin1'),
    'seq1.txt': 's1\ns1b\n',
    'seq2.txt': 's2\n',
    'long.txt': Array.from({ length: 20_000 }, (_, i) => `line ${i} é`).join('\r\n'),
    'c.csv': 'a,b\nc,d,\n\n,x\n',
    'semicolons.csv': '1;2\n',
    'plan/beside.csv': 'beside\n',
    'x.xml': '<r><b k="1">B1</b><b>B2<c>in</c>x</b><b><c>C</c></b><b/><d><![CDATA[cd]]></d>text<!--c--></r>',
    'bad.xml': '<r><b>',
    'ns.xml': '<r xmlns="u"><b>n</b></r>',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
});

afterAll(() => rmSync(folder, { recursive: true }));

function compile(text: string, user: TestUser): Promise<Template> {
  return compileLoaded(
    text,
    testEnvironment(user, { workingDirectory: folder, planFolder: path.join(folder, 'plan') }),
  );
}

async function evaluate(text: string, user = testUser()): Promise<string> {
  return (await compile(text, user)).evaluate(user);
}

async function evaluateTimes(text: string, times: number, user = testUser()): Promise<string[]> {
  const template = await compile(text, user);
  return Array.from({ length: times }, () => template.evaluate(user));
}

describe('__StringFromFile', () => {
  it.each([
    ['lines.txt', ['L1', 'L2', 'L3', 'L1', 'L2']],
    ['blank.txt', ['', '', 'q', '', '']],
    ['empty.txt', ['null', 'null']],
    ['nofile.txt', ['**ERR**', '**ERR**']],
    [' lines.txt', ['**ERR**']],
    ['seq#.txt,q,2', ['s2', '**ERR**', '**ERR**']],
    ['seq#.txt,q,x,y', ['**ERR**']],
  ])('of %s gives the next line at each call', async (argument, lines) => {
    expect(await evaluateTimes(`\${__StringFromFile(${argument})}`, lines.length)).toEqual(lines);
  });

  it('stores the line in a variable', async () => {
    const user = testUser();
    await evaluate(
      '${__StringFromFile(lines.txt)}${__StringFromFile(lines.txt, v )}${__StringFromFile(nofile.txt,e)}',
      user,
    );
    expect(Object.fromEntries(user.variables.entries())).toEqual({
      StringFromFile_: 'L1',
      v: 'L1',
      e: '**ERR**',
    });
  });

  it.each([
    ['seq#.txt,q,1,2', ['s1', 's1b', 's2']],
    ['seq#.txt,q,1,5', ['s1', 's1b', 's2']],
    ["'seq'#'.txt',q,2,2", ['s2']],
    ['seq#.txt,q,,2', []],
  ])('of %s ends the thread after the last file', async (argument, lines) => {
    const user = testUser();
    const template = await compile(`\${__StringFromFile(${argument})}`, user);
    expect(lines.map(() => template.evaluate(user))).toEqual(lines);
    expect(() => template.evaluate(user)).toThrow(StopThreadError);
    expect(() => template.evaluate(user)).toThrow('End of sequence');
  });

  it('hands each line to one user only, also when they read it in two processes', async () => {
    const shared = testShared();
    const users = [testUser({ shared }), testUser({ shared })];
    // Two processes compile the same plan to two readers that share the count.
    const templates = await Promise.all(users.map((user) => compile('${__StringFromFile(lines.txt)}', user)));
    const order = [0, 1, 1, 0, 0, 1];
    expect(order.map((i) => templates[i]!.evaluate(users[i]!))).toEqual(['L1', 'L2', 'L3', 'L1', 'L2', 'L3']);
  });

  it('reads files of any length', async () => {
    const lines = await evaluateTimes('${__StringFromFile(long.txt)}', 20_001);
    expect(lines[0]).toBe('line 0 é');
    expect(lines[19_999]).toBe('line 19999 é');
    expect(lines[20_000]).toBe('line 0 é');
  });
});

describe('__FileToString', () => {
  it.each([
    ['${__FileToString(lines.txt)}', 'L1\nL2\r\nL3'],
    ['${__FileToString(latin.txt, ISO-8859-1 , v )}|${v}', 'café|café'],
    ['${__FileToString(latin.txt)}', 'caf\ufffd'],
    ['${__FileToString(nofile.txt,,v)}|${v}', '**ERR**|**ERR**'],
    ['${__FileToString(.)}', '**ERR**'],
  ])('%s gives %j', async (text, value) => {
    expect(await evaluate(text)).toBe(value);
  });

  it('throws for an unknown charset', async () => {
    await expect(evaluate('${__FileToString(lines.txt,BAD)}')).rejects.toThrow('BAD');
  });
});

describe('__StringToFile', () => {
  const read = (name: string): string => readFileSync(path.join(folder, name), 'latin1');

  it('writes, or appends, in the charset it is told', async () => {
    expect(await evaluate(String.raw`${'$'}{__StringToFile(o.txt,a\nb)}`)).toBe('true');
    expect(await evaluate('${__StringToFile(o.txt,c,)}')).toBe('true');
    expect(read('o.txt')).toBe('a\nbc');
    expect(await evaluate('${__StringToFile(o.txt,é,false,ISO-8859-1)}')).toBe('true');
    expect(read('o.txt')).toBe('é');
    expect(await evaluate('${__StringToFile(o.txt,${nope},no)}')).toBe('true');
    expect(read('o.txt')).toBe('${nope}');
  });

  it.each([
    '${__StringToFile(nofolder/o.txt,x)}',
    '${__StringToFile(lines.txt/o.txt,x)}',
    '${__StringToFile(.,x)}',
    '${__StringToFile(,x)}',
    '${__StringToFile(o.txt,x,true,BAD)}',
  ])('%s is false, and logged', async (text) => {
    const user = testUser();
    expect(await evaluate(text, user)).toBe('false');
    expect(user.logged).toHaveLength(1);
  });
});

describe('__CSVRead', () => {
  it('keeps a user at its row until next', async () => {
    const user = testUser();
    expect(await evaluate('${__CSVRead(c.csv,0)} ${__CSVRead(c.csv,1)}', user)).toBe('a b');
    expect(
      await evaluate('[${__CSVRead(c.csv,next)}]${__CSVRead(c.csv,0)}[${__CSVRead(c.csv,2)}]', user),
    ).toBe('[]c[]');
    expect(await evaluate('${__CSVRead(c.csv,next())}${__CSVRead(c.csv,0)}', user)).toBe('a');
  });

  it('gives each user a row of its own, over and over', async () => {
    const shared = testShared();
    const rows = [];
    for (let i = 0; i < 3; i++) rows.push(await evaluate('${__CSVRead(c.csv,0)}', testUser({ shared })));
    expect(rows).toEqual(['a', 'c', 'a']);
  });

  it('reads a file under an alias', async () => {
    const user = testUser();
    const text = '[${__CSVRead(c.csv,*al)}]${__CSVRead(*al,0)}${__CSVRead(*al,next)}${__CSVRead(*al,0)}';
    expect(await evaluate(text, user)).toBe('[]ac');
  });

  it('looks beside the plan for what the working directory lacks, and takes the delimiter it is told', async () => {
    expect(await evaluate('${__CSVRead(beside.csv,0)}')).toBe('beside');
    const user = testUser({ properties: { 'csvread.delimiter': ';' } });
    expect(await evaluate('${__CSVRead(semicolons.csv,1)}', user)).toBe('2');
  });

  it.each([
    ['${__CSVRead(c.csv,7)}', 'invalid column number: 7 at row 1'],
    ['${__CSVRead(c.csv,x)}', "can't parse column number: x"],
    ['${__CSVRead(c.csv,-1)}', 'invalid column number: -1 at row 1'],
    ['${__CSVRead(no.csv,0)}', 'no.csv'],
    ['${__CSVRead(c.csv,next)}', 'no entry for c.csv'],
  ])('%s is empty, and logged', async (text, why) => {
    const user = testUser();
    expect(await evaluate(text, user)).toBe('');
    expect(user.logged[0]).toContain(why);
  });
});

describe('__XPath', () => {
  it.each([
    ['${__XPath(x.xml,//b)}', ['B1', 'B2', 'null', 'null', 'B1']],
    ['${__XPath(x.xml,//b/@k)}', ['1', '1']],
    ['${__XPath(x.xml,//d)}', ['cd']],
    ['${__XPath(x.xml,//b/text())}', ['B1', 'B2', 'x', 'B1']],
    ['${__XPath(x.xml,//comment())}', ['c']],
    ['${__XPath(ns.xml,//b)}', ['n']],
  ])('%s gives the next match at each call', async (text, values) => {
    expect(await evaluateTimes(text, values.length)).toEqual(values);
  });

  it('counts per user, file and expression, wherever they stand', async () => {
    const user = testUser();
    expect(await evaluate('${__XPath(x.xml,//b)}${__XPath(x.xml,//b)}${__XPath(x.xml,//b/@k)}', user)).toBe(
      'B1B21',
    );
    expect(await evaluate('${__XPath(x.xml,//b)}')).toBe('B1');
  });

  it.each(['x.xml,//zz', 'x.xml,count(//b)', 'x.xml,//b[', 'bad.xml,//b', 'no.xml,//b'])(
    'of %s is empty, and logged',
    async (argument) => {
      const user = testUser();
      expect(await evaluate(`\${__XPath(${argument})}`, user)).toBe('');
      expect(user.logged).toHaveLength(1);
    },
  );
});
