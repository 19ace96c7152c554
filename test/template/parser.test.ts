import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate, type ParserHost } from '../../src/template/parser.ts';
import { compileLoaded, evaluateText, testEnvironment } from '../support/template.ts';
import { testUser } from '../support/user.ts';

/** Shows how a text is split: `<name>` for a variable, `name[a|b]` for a call. */
function split(text: string): string {
  const host: ParserHost<string> = {
    isFunction: (name) => name === '__f',
    call: (name, args) => `${name}[${args.join('|')}]`,
    warn: () => {},
  };
  const { literals, references } = parseTemplate(text, host);
  return literals
    .flatMap((literal, i) => {
      const reference = references[i];
      if (reference === undefined) return [literal];
      return [literal, reference.kind === 'variable' ? `<${reference.name}>` : reference.call];
    })
    .join('');
}

describe('the parts of a text', () => {
  it.each([
    ['a${b}c', 'a<b>c'],
    ['${ b }', '< b >'],
    ['${a_${i}}', '<a_${i>}'],
    [String.raw`${'$'}{a\}b}`, '<a}b>'],
    ['$${b}', '$<b>'],
    ['$$', '$$'],
    ['{${b}}', '{<b>}'],
    ['${}', '<>'],
    [String.raw`\${b}`, '${b}'],
    [String.raw`\\${'$'}{b}`, String.raw`\<b>`],
    [String.raw`\x\,\$`, String.raw`\x,$`],
    ['${__f}', '__f[]'],
    ['${__f()}', '__f[]'],
    ['${__f(,)}', '__f[|]'],
    ['${__f(a, b )}', '__f[a| b ]'],
    ['${__f(a(b,c))}', '__f[a(b|c)]'],
    ['${__f(${__f(x,y)},z)}', '__f[${__f(x,y)}|z]'],
    ['${__f("a,b")}', '__f["a|b"]'],
    [String.raw`${'$'}{__f(a\,b\)c)}`, String.raw`__f[a\,b\)c]`],
    ['${__f(a}b{c)}', '__f[a}b{c]'],
    ['${ __f(x) }', '__f[x]'],
    ['${__f (x)}', '<__f (x)>'],
    ['${__g(a,b)}', '<__g(a,b)>'],
    ['${__g(${b})}', '<__g(${b>)}'],
    ['open ${b', 'open b'],
    ['a${', 'a'],
    ['end\\', 'end\\'],
  ])('%j is %j', (text, parts) => {
    expect(split(text)).toBe(parts);
  });
});

describe('malformed calls', () => {
  it.each([
    ['${__P(x)', 'Expected } after __P function call in ${__P(x)'],
    ['${__P(x,y', 'Expected } after __P function call in ${__P(x,y'],
    ['[${__P(x,((a)}]', 'Expected } after __P function call in [${__P(x,((a)}]'],
    ['${__P(a)b)}', 'Expected } after __P function call in ${__P(a)b)}'],
    ['x${ __V(', 'Expected } after  __V function call in x${ __V('],
    ['${__P(${__V(a)b)},c)}', 'Expected } after __V function call in ${__V(a)b)}'],
    [`${'long '.repeat(30)}\${__P(x)y}`, `Expected } after __P function call in ${'long '.repeat(20)}`],
    ['${__Random(1)}', '__Random called with wrong number of parameters. Actual: 1. Expected: >= 2 and <= 3'],
    ['${__urlencode()}', '__urlencode called with wrong number of parameters. Actual: 0. Expected: 1.'],
    ['${__intSum(1)}', '__intSum called with wrong number of parameters. Actual: 1. Expected at least: 2.'],
    ['${__threadNum(1)}', '__threadNum called with wrong number of parameters. Actual: 1. Expected: 0.'],
    ['${__P(x,"q,r")}', '__P called with wrong number of parameters. Actual: 3. Expected: >= 1 and <= 2'],
    // The inner call is checked before the outer one.
    [
      '${__Random(${__P()})}',
      '__P called with wrong number of parameters. Actual: 0. Expected: >= 1 and <= 2',
    ],
  ])('%s', async (text, message) => {
    const compiled = compileLoaded(text, testEnvironment(testUser()));
    await expect(compiled).rejects.toMatchObject({ name: 'TemplateError', message });
  });

  it.each(['${__P x,y}', '${__time x}', '${__nosuch(a)b)}'])('%s is the name of a variable', async (text) => {
    expect(await evaluateText(text, testUser())).toBe(text);
  });

  it('warns of a reference that never ends', async () => {
    const environment = testEnvironment(testUser());
    await compileLoaded('open ${v', environment);
    expect(environment.warnings).toEqual(['Probably an invalid function string: v']);
  });
});

const escape = (text: string): string => text.replace(/[\\$,]/g, String.raw`\$&`);
const anyText = fc.string({ unit: 'binary' });

describe('escapes', () => {
  it('are no escapes in a text without a reference', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText.filter((text) => !text.includes('${')),
        async (text) => {
          const template = await compileLoaded(text, testEnvironment(testUser()));
          expect(template.constant).toBe(text);
        },
      ),
    );
  });

  it('let any text stand beside a reference', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (before, after) => {
        const user = testUser({ variables: { v: '${w}' } });
        expect(await evaluateText(`${escape(before)}\${v}${escape(after)}`, user)).toBe(
          `${before}\${w}${after}`,
        );
      }),
    );
  });

  it('let any text be an argument, a level of escapes per call around it', async () => {
    // Blanks at the ends are cut, parentheses have to match: the function decides, not the escapes.
    const argument = anyText.filter((text) => !/[(){}]/.test(text) && text !== '');
    await fc.assert(
      fc.asyncProperty(argument, fc.integer({ min: 1, max: 4 }), async (text, depth) => {
        let call = escape(text);
        for (let i = 0; i < depth; i++) call = `\${__V(${call})}`;
        expect(await evaluateText(call, testUser())).toBe(text);
      }),
    );
  });
});

describe('nesting', () => {
  it('follows names of names to the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (depth) => {
        const variables = Object.fromEntries(
          Array.from({ length: depth }, (_, i) => [`n${i}`, i === depth - 1 ? 'end' : `n${i + 1}`]),
        );
        const text = `${'${__V('.repeat(depth)}n0${')}'.repeat(depth)}`;
        expect(await evaluateText(text, testUser({ variables }))).toBe('end');
      }),
    );
  });

  it('finds its end whatever stands in the arguments', async () => {
    const piece = fc.constantFrom('$', '{', '}', '(', ')', ',', '\\', ' ', 'a', '${', '${__V(', '${a}', ')}');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        const user = testUser({ variables: { a: 'A' } });
        try {
          expect(typeof (await evaluateText(pieces.join(''), user))).toBe('string');
        } catch (error) {
          expect(error).toMatchObject({ name: 'TemplateError' });
        }
      }),
    );
  });
});
