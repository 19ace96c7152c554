import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute, removeScratch, scratch } from '../support/program.ts';
import { START_MS } from '../support/rows.ts';

let folder: string;
const jtl = (elapsed: (i: number) => number): string =>
  [
    'timeStamp,elapsed,label,success',
    ...Array.from({ length: 4000 }, (_, i) => `${START_MS + i * 10},${elapsed(i)},echo,true`),
    '',
  ].join('\n');
beforeAll(() => {
  folder = scratch({
    'base.jtl': jtl((i) => 20 + ((i * 7919) % 13)),
    'same.jtl': jtl((i) => 20 + ((i * 6007) % 13)),
    'slow.jtl': jtl((i) => 26 + ((i * 7919) % 13)),
    'empty.jtl': 'timeStamp,elapsed,label,success\n',
  });
});
afterAll(() => removeScratch(folder));

test.each([
  [0, 'nothing changed', ['base.jtl', 'same.jtl'], /^echo .* same$/m],
  [3, 'a label became slower', ['base.jtl', 'slow.jtl'], /^echo .*26 → 32 +\+23%.* slower \(median, p95\)$/m],
  [0, 'it is still good enough', ['base.jtl', 'slow.jtl', '--threshold', '30%'], /^echo .* same$/m],
  [0, 'it became faster', ['slow.jtl', 'base.jtl'], /^echo .* faster \(median, p95\)$/m],
  [9, 'another code stands for worse', ['base.jtl', 'slow.jtl', '--exit-code', '9'], /slower/],
  [2, 'a file is missing', ['base.jtl'], /missing required argument 'new'/],
  [2, 'the threshold is none', ['base.jtl', 'same.jtl', '--threshold', 'x'], /A threshold is a number/],
  [1, 'a file is not there', ['base.jtl', 'no.jtl'], /no\.jtl cannot be read: no such file/],
  [1, 'a file has no sample', ['base.jtl', 'empty.jtl'], /There is no sample in empty\.jtl/],
])('%i: %s', async (code, _, args, text) => {
  const { stdout, stderr, ...outcome } = await execute(['compare', ...args], folder);
  expect(stdout + stderr).toMatch(text);
  expect(outcome.code).toBe(code);
});
