import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPropertiesFile } from '../../src/cli/properties/properties-file.ts';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wsmeter-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function read(content: string | Uint8Array): Promise<[string, string][] | undefined> {
  const file = path.join(folder, 'test.properties');
  fs.writeFileSync(file, content, 'latin1');
  const properties = await readPropertiesFile(file);
  return properties && [...properties];
}

// What java.util.Properties of Java 17 makes of the same bytes.
describe('a Java properties file', () => {
  test.each<[string, string, [string, string][]]>([
    [
      'separators',
      'a=1\nb = 2\nc:3\nd : 4\ne 5\nf\t6\ng\f7',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        ['d', '4'],
        ['e', '5'],
        ['f', '6'],
        ['g', '7'],
      ],
    ],
    ['blanks around', '  h  =  8  ', [['h', '8  ']]],
    [
      'names without a value',
      'i=\nj\nk = ',
      [
        ['i', ''],
        ['j', ''],
        ['k', ''],
      ],
    ],
    [
      'separators in values',
      'b==3\nc= =4\nd :=5\nf  = =7\na b=c d',
      [
        ['b', '=3'],
        ['c', '=4'],
        ['d', '=5'],
        ['f', '=7'],
        ['a', 'b=c d'],
      ],
    ],
    [
      'comments',
      '# c\n! c2\n  # c3\na=1 # text\n#cont\\\nb=2',
      [
        ['a', '1 # text'],
        ['b', '2'],
      ],
    ],
    [
      'continued lines',
      'a=one\\\n   two\\\n\tthree\nb=x\\\\\nc=y\\\\\\\n  z\nd=end\\',
      [
        ['a', 'onetwothree'],
        ['b', 'x\\'],
        ['c', 'y\\z'],
        ['d', 'end'],
      ],
    ],
    [
      'a comment sign on a continued line',
      'a=1\\\n# text\nb=2',
      [
        ['a', '1# text'],
        ['b', '2'],
      ],
    ],
    [
      'escaped names',
      'a\\=b=c\na\\:b=d\na\\ b=e\n\\#x=1\nz\\\\=3',
      [
        ['a=b', 'c'],
        ['a:b', 'd'],
        ['a b', 'e'],
        ['#x', '1'],
        ['z\\', '3'],
      ],
    ],
    [
      'escapes',
      'u=\\u00e9\\u20AC\nv=\\uD83D\\uDE00\nw=\\t|\\n|\\r|\\f|\\q|\\"',
      [
        ['u', 'é€'],
        ['v', '😀'],
        ['w', '\t|\n|\r|\f|q|"'],
      ],
    ],
    [
      'ISO-8859-1',
      'a=\xe9\n\xfc=1',
      [
        ['a', 'é'],
        ['ü', '1'],
      ],
    ],
    [
      'all line ends',
      'a=1\r\nb=2\rc=3\n\r\n\r\nd=4\\\r\n  5\r\n',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        ['d', '45'],
      ],
    ],
    ['the last of equal names', 'a=1\na=2', [['a', '2']]],
    [
      'names that JavaScript objects have',
      '__proto__=x\ntoString=z',
      [
        ['__proto__', 'x'],
        ['toString', 'z'],
      ],
    ],
    [
      'Windows paths',
      'path=C\\:\\\\temp\\\\x\nre=\\\\d+',
      [
        ['path', 'C:\\temp\\x'],
        ['re', '\\d+'],
      ],
    ],
    ['nothing', '', []],
  ])('reads %s', async (_, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });

  test('reads UTF-8 as ISO-8859-1, as JMeter does', async () => {
    expect(await read(Buffer.from('a=é'))).toEqual([['a', 'Ã©']]);
  });

  test('is undefined when it is not there', async () => {
    expect(await readPropertiesFile(path.join(folder, 'missing.properties'))).toBeUndefined();
  });

  test.each(['a=\\u00', 'a=\\uZZZZ'])('refuses the malformed %s and says what to write', async (content) => {
    await expect(read(content)).rejects.toThrow(/test\.properties: .*four hexadecimal digits/);
  });
});
