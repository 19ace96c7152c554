import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { csvDataSet } from '../../../src/elements/configs/csv-data-set.ts';
import { ElementContext } from '../../../src/elements/element-context.ts';
import { StopThreadError, type Shared } from '../../../src/types.ts';
import { elementContext, type ElementOptions } from '../../support/element.ts';
import { testShared, testUser, type TestUser } from '../../support/user.ts';

const root = mkdtempSync(join(tmpdir(), 'csv-data-set-'));
afterAll(() => rmSync(root, { recursive: true }));

let files = 0;
/** Writes a data file and returns its path. */
function dataFile(content: string | Buffer): string {
  const path = join(root, `data-${files++}.csv`);
  writeFileSync(path, content);
  return path;
}

/** Element properties as the GUI saves them, with changes. */
const asSaved = (filename: string, changes: Record<string, string> = {}): Record<string, string> => ({
  delimiter: ',',
  fileEncoding: '',
  filename,
  ignoreFirstLine: 'false',
  quotedData: 'false',
  recycle: 'true',
  shareMode: 'shareMode.all',
  stopThread: 'false',
  variableNames: 'a,b,c',
  ...changes,
});

const csv = (filename: string, changes?: Record<string, string>, options?: ElementOptions) =>
  csvDataSet.compile(elementContext(asSaved(filename, changes), options));

/** What `[${a}][${b}][${c}]` is after each of some iterations. */
function rows(
  content: string | Buffer,
  changes: Record<string, string>,
  iterations: number,
  options?: ElementOptions,
): { seen: string[]; user: TestUser } {
  const user = testUser();
  const element = csv(dataFile(content), changes, options);
  const seen = Array.from({ length: iterations }, () => {
    element.iterationStart(user);
    return show(user);
  });
  return { seen, user };
}

const show = (user: TestUser, names = ['a', 'b', 'c']): string =>
  names.map((name) => `[${user.variables.text(name) ?? '-'}]`).join('');

describe('CSV Data Set without quoted data', () => {
  test('starts again at the end of the file', () => {
    expect(rows('u1,p1\nu2,p2\n', { variableNames: 'a,b' }, 3).seen).toEqual([
      '[u1][p1][-]',
      '[u2][p2][-]',
      '[u1][p1][-]',
    ]);
  });

  test('gives <EOF> when the file is not recycled', () => {
    const { seen } = rows('1,2,3\n', { recycle: 'false' }, 3);
    expect(seen).toEqual(['[1][2][3]', '[<EOF>][<EOF>][<EOF>]', '[<EOF>][<EOF>][<EOF>]']);
  });

  test('gives the text of csvdataset.eofstring at the end', () => {
    const jmeterProperties = { 'csvdataset.eofstring': 'done' };
    expect(rows('1\n', { recycle: 'false', variableNames: 'a' }, 2, { jmeterProperties }).seen).toEqual([
      '[1][-][-]',
      '[done][-][-]',
    ]);
  });

  test('keeps quotes, keeps values of missing fields, drops surplus ones, takes a blank line for the end', () => {
    const { seen } = rows('"a,1","q",p\nonly\n1,2,3,4\n\n ${a} ,\\t,\\,\n', {}, 6);
    expect(seen).toEqual([
      '["a][1"]["q"]',
      '[only][1"]["q"]',
      '[1][2][3]',
      '[<EOF>][<EOF>][<EOF>]',
      '[ ${a} ][\\t][\\]',
      '["a][1"]["q"]',
    ]);
  });

  test('reads CR LF, CR and a last line without an end; keeps blanks and empty fields', () => {
    const { seen } = rows('a1,b1 \r\n,b2\ra3,\rlast,l', { variableNames: 'a,b', recycle: 'false' }, 5);
    expect(seen).toEqual(['[a1][b1 ][-]', '[][b2][-]', '[a3][][-]', '[last][l][-]', '[<EOF>][<EOF>][-]']);
  });

  test.each([
    ['\\t', 'A 1\tB,1\n', '[A 1][B,1][-]'],
    [';', 'C;D\n', '[C][D][-]'],
    ['||', 'E||F\n', '[E][F][-]'],
    ['|', 'E||F\n', '[E][][F]'],
    ['', 'x,y\n', '[x][y][-]'],
  ])('splits at the delimiter %j', (delimiter, content, expected) => {
    expect(rows(content, { delimiter }, 1).seen).toEqual([expected]);
  });

  test.each([
    [' a , b ,,', '[1][2][-]'],
    ['a,,c', '[1][-][2]'],
    ['a;b', '[-][-][-]'],
    [',', '[-][-][-]'],
  ])('variable names %j', (variableNames, expected) => {
    expect(rows('1,2,3\n', { variableNames }, 1).seen).toEqual([expected]);
  });

  test('without delimiter, recycle and share mode in the plan reads the file once, at commas', () => {
    const user = testUser();
    const element = csvDataSet.compile(elementContext({ filename: dataFile('1,2\n'), variableNames: 'a,b' }));
    element.iterationStart(user);
    expect(show(user)).toBe('[1][2][-]');
    element.iterationStart(user);
    expect(show(user)).toBe('[<EOF>][<EOF>][-]');
  });

  test('evaluates its texts', () => {
    const user = testUser({ variables: { dir: root, names: 'a,b', dl: ';' } });
    writeFileSync(join(root, 'evaluated.csv'), '1;2\n');
    csv('${dir}/${__P(f,evaluated)}.csv', { variableNames: '${names}', delimiter: '${dl}' }).iterationStart(
      user,
    );
    expect(show(user)).toBe('[1][2][-]');
  });
});

describe('CSV Data Set with a header line', () => {
  test('takes trimmed names from it and reads it once only', () => {
    expect(rows('a, b ,c\n1,2,3\n4,5,6\n', { variableNames: '' }, 3).seen).toEqual([
      '[1][2][3]',
      '[4][5][6]',
      '[1][2][3]',
    ]);
  });

  test('honours quotes in it whatever quotedData says', () => {
    const { user } = rows('"x,y",b\n1,2\n', { variableNames: '' }, 1);
    expect(user.variables.text('x,y')).toBe('1');
  });

  test('skips it when names are given and the first line is ignored', () => {
    expect(rows('h1,h2\n1,2\n', { variableNames: 'a,b', ignoreFirstLine: 'true' }, 2).seen).toEqual([
      '[1][2][-]',
      '[1][2][-]',
    ]);
  });

  test('gives <EOF> to its names when nothing follows', () => {
    expect(rows('a\n', { variableNames: '' }, 2).seen).toEqual(['[<EOF>][-][-]', '[<EOF>][-][-]']);
  });

  test.each([
    ['', { variableNames: '' }, 'Could not read file header line for file'],
    ['', { ignoreFirstLine: 'true' }, 'Could not read file header line for file'],
    ['x"y,b\n1,2\n', { variableNames: '' }, 'Could not split CSV header line from file'],
  ])('ends the thread when the header of %j cannot be read', (content, changes, message) => {
    expect(() => rows(content, changes, 1)).toThrow(message);
  });
});

describe('CSV Data Set with quoted data', () => {
  const quoted = { quotedData: 'true' };

  test('reads delimiters, doubled quotes and line ends inside quotes', () => {
    const content = '"a,1","say ""hi""",plain\n"x\r\ny",,"z"\n" sp ", b ,\'q\'\n,,\n"tail","t2","t3"';
    expect(rows(content, quoted, 6).seen).toEqual([
      '[a,1][say "hi"][plain]',
      '[x\r\ny][][z]',
      "[ sp ][ b ]['q']",
      '[][][]',
      '[tail][t2][t3]',
      '[a,1][say "hi"][plain]',
    ]);
  });

  test('reads a blank line as one empty field', () => {
    expect(
      rows('1,x\n\n"",\n2,y\n""\n', { ...quoted, variableNames: 'a,b', recycle: 'false' }, 6).seen,
    ).toEqual(['[1][x][-]', '[][x][-]', '[][][-]', '[2][y][-]', '[][y][-]', '[<EOF>][<EOF>][-]']);
  });

  test('reads an empty last field at the end of the file', () => {
    expect(rows('1,', quoted, 1).seen).toEqual(['[1][][-]']);
  });

  test('uses the first character of a longer delimiter', () => {
    expect(rows('1||2\n', { ...quoted, delimiter: '||' }, 1).seen).toEqual(['[1][][2]']);
  });

  test('gives <EOF> for a quote inside a plain field and goes on behind it', () => {
    const { seen, user } = rows('1,a"b,c\n2,x,y\n', quoted, 4);
    expect(seen).toEqual(['[<EOF>][<EOF>][<EOF>]', '[b][c][<EOF>]', '[2][x][y]', '[<EOF>][<EOF>][<EOF>]']);
    expect(user.logged[0]).toBe(
      'ERROR o.a.j.c.CSVDataSet: java.io.IOException: Cannot have quote-char in plain field:[a"]',
    );
  });

  test('gives <EOF> for text behind a closing quote and goes on behind that character', () => {
    const { seen, user } = rows('1,"ž"z,w\n3,"z"\n', { ...quoted, variableNames: 'a,b' }, 3);
    expect(seen).toEqual(['[<EOF>][<EOF>][-]', '[][w][-]', '[3][z][-]']);
    expect(user.logged).toEqual([
      'ERROR o.a.j.c.CSVDataSet: java.io.IOException: Cannot have single quote-char in quoted field:[ž"]',
    ]);
  });

  test('gives <EOF> for a quote that is never closed', () => {
    const { seen, user } = rows('1,x\n2,"y\n3,z\n', { ...quoted, variableNames: 'a,b' }, 3);
    expect(seen).toEqual(['[1][x][-]', '[<EOF>][<EOF>][-]', '[1][x][-]']);
    expect(user.logged).toEqual([
      'ERROR o.a.j.c.CSVDataSet: java.io.IOException: Missing trailing quote-char in quoted field:["y\n3,z\n]',
    ]);
  });
});

describe('CSV Data Set with stopThread', () => {
  test('ends the thread at the end of the file', () => {
    const path = dataFile('1,2,3\n');
    const element = csv(path, { recycle: 'false', stopThread: 'true' }, { name: 'users' });
    const user = testUser();
    element.iterationStart(user);
    expect(() => element.iterationStart(user)).toThrow(
      new StopThreadError(
        `End of file:${path} detected for CSV DataSet:users configured with stopThread:true, recycle:false`,
      ),
    );
  });

  test('does not end the thread when the file is recycled', () => {
    expect(rows('1\n', { stopThread: 'true', variableNames: 'a' }, 3).seen).toHaveLength(3);
  });
});

describe('CSV Data Set encodings', () => {
  test.each([
    ['', Buffer.from('žluť,日本\n'), '[žluť][日本][-]'],
    ['UTF-8', Buffer.from('\ufeffE,F\n'), '[E][F][-]'],
    ['ISO-8859-1', Buffer.from('café,\u0080\n', 'latin1'), '[café][\u0080][-]'],
    ['US-ASCII', Buffer.from('caf\u00e9,x\n', 'latin1'), '[caf\ufffd][x][-]'],
    ['windows-1250', Buffer.from([0x9e, 0x2c, 0x9d, 0x0a]), '[ž][ť][-]'],
    ['Cp1252', Buffer.from([0x80, 0x2c, 0x0a]), '[€][][-]'],
    ['Shift_JIS', Buffer.from([0x93, 0xfa, 0x2c, 0x96, 0x7b, 0x0a]), '[日][本][-]'],
    ['UTF-16LE', Buffer.from('ž,b\n1,2\n', 'utf16le'), '[ž][b][-]'],
    ['UTF-16', Buffer.from('\ufeffž,b\n', 'utf16le'), '[ž][b][-]'],
    ['UTF-16', Buffer.from([0, 0x61, 0, 0x2c, 0x01, 0x7e]), '[a][ž][-]'],
  ])('reads %j', (fileEncoding, content, expected) => {
    expect(rows(content, { fileEncoding }, 1).seen).toEqual([expected]);
  });

  test('drops a byte order mark before a header line', () => {
    expect(rows('\ufeffa,b\n1,2\n', { variableNames: '' }, 1).seen).toEqual(['[1][2][-]']);
  });

  test('names an unknown encoding before the run', () => {
    expect(() => csv('x.csv', { fileEncoding: 'nope' })).toThrow('The file encoding "nope" is not known');
  });
});

describe('CSV Data Set share modes', () => {
  const three = dataFile('1\n2\n3\n4\n5\n6\n');

  function user(shared: Shared, threadNum: number, group = 0): TestUser {
    const made = testUser({ shared, threadNum });
    return { ...made, group: { ...made.group, index: group } };
  }

  /** Two elements in one plan, one user of group 0 and one of group 1 each; which rows they get in turn. */
  function read(first: string, second: string): (string | undefined)[] {
    const shared = testShared();
    const context = elementContext({});
    const elements = [first, second].map((shareMode) =>
      csvDataSet.compile(
        new ElementContext(
          elementContext(asSaved(three, { shareMode, variableNames: 'a' })).element,
          context.environment,
        ),
      ),
    );
    const users = [user(shared, 0, 0), user(shared, 1, 1)];
    return [0, 0, 1, 1, 0].flatMap((who) =>
      elements.map((element) => {
        element.iterationStart(users[who]!);
        return users[who]!.variables.text('a');
      }),
    );
  }

  test.each([
    ['shareMode.all', 'shareMode.all', '1 2 3 4 5 6 1 2 3 4'],
    ['shareMode.all', '', '1 2 3 4 5 6 1 2 3 4'],
    ['shareMode.all', 'All threads', '1 2 3 4 5 6 1 2 3 4'],
    ['shareMode.group', 'Current thread group', '1 2 3 4 1 2 3 4 5 6'],
    ['shareMode.thread', 'Current thread', '1 2 3 4 1 2 3 4 5 6'],
    ['pool', 'pool', '1 2 3 4 5 6 1 2 3 4'],
    ['pool', 'other', '1 1 2 2 3 3 4 4 5 5'],
    ['shareMode.group', 'shareMode.thread', '1 1 2 2 1 1 2 2 3 3'],
  ])('%j and %j', (first, second, expected) => {
    expect(read(first, second).join(' ')).toBe(expected);
  });

  test('a cell that was moved by another worker meanwhile is read again', () => {
    const inner = testShared();
    const shared: Shared = {
      ...inner,
      // Another worker wins the first try.
      update(cell, f) {
        f(0);
        inner.update(cell, f);
        return inner.update(cell, f);
      },
    };
    const element = csv(dataFile('1\n2\n3\n'), { variableNames: 'a' });
    const reader = testUser({ shared });
    element.iterationStart(reader);
    expect(reader.variables.text('a')).toBe('2');
  });
});

describe('CSV Data Set files', () => {
  test('are looked for in the working directory first, then beside the plan', () => {
    const workingDirectory = join(root, 'work');
    const planFolder = join(root, 'plan');
    mkdirSync(workingDirectory);
    mkdirSync(planFolder);
    writeFileSync(join(planFolder, 'd.csv'), 'plan\n');
    const options = { workingDirectory, planFolder };
    const read = (): string | undefined => {
      const user = testUser();
      csv('d.csv', { variableNames: 'a' }, options).iterationStart(user);
      return user.variables.text('a');
    };
    expect(read()).toBe('plan');
    writeFileSync(join(workingDirectory, 'd.csv'), 'work\n');
    expect(read()).toBe('work');
  });

  test.each([
    ['nofile.csv', 'File nofile.csv must exist and be readable'],
    [root, 'must exist and be readable'],
    [' ', 'Filename must not be null or empty'],
  ])('%j ends the thread', (filename, message) => {
    expect(() => csv(filename).iterationStart(testUser())).toThrow(message);
  });

  test('of any size are read through one window, over lines that span its ends', () => {
    const line = (i: number): string => `${i},${'x'.repeat(i % 977)}`;
    const count = 3000;
    const lines = Array.from({ length: count }, (_, i) => line(i));
    lines[1500] = `1500,${'y'.repeat(600_000)}`;
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const element = csv(dataFile(lines.join(lineEnd)), { variableNames: 'a,b' });
      const user = testUser();
      for (let i = 0; i < count + 2; i++) {
        element.iterationStart(user);
        const expected = lines[i % count]!;
        expect(`${user.variables.text('a')},${user.variables.text('b')}`.length).toBe(expected.length);
        expect(user.variables.text('a')).toBe(String(i % count));
      }
    }
  });
});
