import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveResponses } from '../../../src/elements/listeners/save-responses.ts';
import { formatSimpleDate } from '../../../src/java/simple-date-format.ts';
import { SampleResult } from '../../../src/types.ts';
import { elementContext } from '../../support/element.ts';
import { testUser, type TestUser } from '../../support/user.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'save-responses-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function result(data: string | Uint8Array, success = true): SampleResult {
  const made = new SampleResult();
  made.responseData = data;
  made.success = success;
  return made;
}

/** Compiles a Save Responses element and gives it these results. */
function save(properties: Record<string, string>, results: SampleResult[], user = testUser()): TestUser {
  const full: Record<string, string> = {};
  for (const [name, value] of Object.entries(properties)) full[`FileSaver.${name}`] = value;
  const listener = saveResponses.compile(
    elementContext(full, {
      workingDirectory: folder,
      planFolder: join(folder, 'plans'),
    }),
  );
  for (const each of results) listener.sampleOccurred(user, each);
  return user;
}

const files = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();

test('each sample is a file with the next number, and its name is in the result', () => {
  const first = result('one');
  const second = result(Uint8Array.of(0, 255));
  save({ filename: 'resp_' }, [first, second]);
  expect(files()).toEqual(['resp_1.unknown', 'resp_2.unknown']);
  expect(readFileSync(join(folder, 'resp_1.unknown'), 'utf8')).toBe('one');
  expect([...readFileSync(join(folder, 'resp_2.unknown'))]).toEqual([0, 255]);
  expect([first.filename, second.filename]).toEqual(['resp_1.unknown', 'resp_2.unknown']);
});

test('sub-results are files too, and the variables number them', () => {
  const parent = result('parent');
  parent.addSubResult(result('child'), true);
  const user = save({ filename: 'o/r', variablename: 'v' }, [parent]);
  expect(files()).toEqual(['o', 'o/r1.unknown', 'o/r2.unknown']);
  expect(user.variables.text('v')).toBe('o/r1.unknown');
  expect(user.variables.text('v1')).toBe('o/r2.unknown');
});

test('numbers are padded, and what is no number pads nothing', () => {
  save({ filename: 'a', numberPadLen: '3' }, [result('x')]);
  save({ filename: 'b', numberPadLen: 'abc' }, [result('x')]);
  expect(files()).toEqual(['a001.unknown', 'b1.unknown']);
});

test('number and suffix can be left out, and the time of the test start be added', () => {
  const user = testUser();
  save({ filename: 'plain', skipautonumber: 'true', skipsuffix: 'true' }, [result('x')], user);
  save({ filename: 'at_', skipautonumber: 'true', addTimstamp: 'true' }, [result('x')], user);
  const stamp = formatSimpleDate('yyyyMMdd-HHmm_', user.shared.testStartMs);
  expect(files()).toEqual([`at_${stamp}.unknown`, 'plain']);
});

test('only failed or only successful samples are saved when the element says so', () => {
  save({ filename: 'e', errorsonly: 'true' }, [result('good'), result('bad', false)]);
  save({ filename: 's', successonly: 'true' }, [result('good'), result('bad', false)]);
  save({ filename: 'none', errorsonly: 'true', successonly: 'true' }, [result('good'), result('bad', false)]);
  expect(files()).toEqual(['e1.unknown', 's1.unknown']);
  expect(readFileSync(join(folder, 'e1.unknown'), 'utf8')).toBe('bad');
});

test('transactions are left out unless ignoreTC is false; their children are saved', () => {
  const transaction = (): SampleResult => {
    const made = result('');
    made.isTransaction = true;
    made.addSubResult(result('inner'), false);
    return made;
  };
  save({ filename: 'i' }, [transaction()]);
  save({ filename: 't', ignoreTC: 'false' }, [transaction()]);
  expect(files()).toEqual(['i1.unknown', 't1.unknown', 't2.unknown']);
});

test('the content type of an HTTP response is the suffix', () => {
  const http = result('<html>');
  http.isHttp = true;
  http.responseHeaders = 'HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\n';
  save({ filename: 'page' }, [http]);
  expect(files()).toEqual(['page1.html']);
});

test('a name that starts with ~/ is below the folder of the plan', () => {
  save({ filename: '~/r' }, [result('x')]);
  expect(files()).toEqual(['plans', 'plans/r1.unknown']);
});

test('a file that cannot be written is an error in the log, and the run goes on', () => {
  writeFileSync(join(folder, 'file'), '');
  const { logged } = save({ filename: 'file/below' }, [result('x')]);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/^ERROR o\.a\.j\.r\.ResultSaver: Cannot save a response: /);
});
