import { describe, expect, it } from 'vitest';
import { compileLoaded, evaluateText, testEnvironment } from '../../support/template.ts';
import { testUser, type TestUser } from '../../support/user.ts';

/** What JMeter 5.6.3 gives, and the variables it sets. */
const values: [text: string, value: string, variables: Record<string, string>][] = [
  [
    '${__changeCase(hello World,upper)}|${__changeCase(ß,UPPER)}|${__changeCase(\u0391\u03a3,LOWER)}|${__changeCase(,CAPITALIZE)}|${__changeCase(éa, CAPITALIZE)}|${__changeCase(a b, LOWER , v2 )} ${v2}',
    'HELLO WORLD|SS|\u03b1\u03c2||éa|a b a b',
    { v2: 'a b' },
  ],
  [
    '${__urlencode(a b&c=d/é+~*()!\'._-\\,"<>😀)}',
    'a+b%26c%3Dd%2F%C3%A9%2B%7E*%28%29%21%27._-%2C%22%3C%3E%F0%9F%98%80',
    {},
  ],
  ['${__urldecode(%ff%C3)}', '\ufffd\ufffd', {}],
  ['${__urldecode(%e2%82%ac é%c3é)}', '€ é\ufffdé', {}],
  [
    '${__char(65,0x42,0103)} ${__char(97)} ${__char(C1)}|${__char(zz)}|${__char( 65 )}|${__char(#41)}|${__char(0x1F600)}|${__char(-1)}|${__char(65536)}|${__char(65601)}',
    'ABC a ||A|A|\uf600|\uffff|\u0000|A',
    {},
  ],
  ['${__char(0X42,08,00,4294967361,-0x41,+65,99999999999999999999)}', 'B\u0000A\uffbfA', {}],
  ['${__unescape(a\\tb\\u0041)} ${__unescape(\\\\n)}', 'a\tbA \n', {}],
  [
    '${__unescape(\\\\\\\\n\\\\x\\\\q\\\\"\\\\\'\\\\101\\\\7\\\\400\\\\1234\\\\u0041\\\\uu0042\\\\u+0043\\\\)}',
    '\\nxq"\'A\u0007 0S4ABC',
    {},
  ],
  ['${__unescape(\\\\b\\\\f\\\\r\\\\0\\\\8)}', '\b\f\r\u00008', {}],
  [
    '${__escapeHtml(<a href="x">&é\'</a>€\u0100😀 )}',
    "&lt;a href=&quot;x&quot;&gt;&amp;&eacute;'&lt;/a&gt;&euro;\u0100😀 ",
    {},
  ],
  [
    '${__unescapeHtml(&lt;b&gt; &eacute; &amp; &#65; &nbsp;&#x41;&#X42;&#128;&apos;&quot;&lt&#65 &foo; &#; &#xZZ; &#A1; &#128512;&amp;lt;&Eacute;&thetasym;)}',
    '<b> é & A \u00a0AB\u0080&apos;"&lt&#65 &foo; &#; &#xZZ; &#A1; 😀&lt;\u00c9\u03d1',
    {},
  ],
  ['${__unescapeHtml(&#99999999999;)}', '&#99999999999;', {}],
  ['${__escapeXml(<a b=\'c\' d="e">&é)}', '&lt;a b=&apos;c&apos; d=&quot;e&quot;&gt;&amp;é', {}],
  [
    '${__escapeOroRegexpChars([^"].+?,)}${__escapeOroRegexpChars(a_bé 1€-\u0663)}',
    '\\[\\^\\"\\]\\.\\+\\?a_bé\\ 1\\€\\-\u0663',
    {},
  ],
  ['${__escapeOroRegexpChars(a.b,e)} ${e}', 'a\\.b a\\.b', { e: 'a\\.b' }],
  ['${__urlencode(?x)}', '%3Fx', {}],
  ['${__unescape(\\\\u00411)}', 'A1', {}],
  ['${__unescape(a\nb\\\\\nc)}', 'a\nb\nc', {}],
];

/** What leaves the function as an exception. */
const thrown: [text: string, message: string][] = [
  [
    '${__urldecode(a+b%26c%3Dd%2F%C3%A9)} ${__urldecode(%)}',
    'URLDecoder: Incomplete trailing escape (%) pattern',
  ],
  ['${__urldecode(%4)}', 'URLDecoder: Incomplete trailing escape (%) pattern'],
  [
    '${__urldecode(%zz)}',
    'URLDecoder: Illegal hex characters in escape (%) pattern - Error at index 0 in: "zz"',
  ],
  ['${__unescape(a\\\\u00)}', "Less than 4 hex digits in unicode value: '\\u00' due to end of CharSequence"],
  ['${__unescapeHtml(&#1114112;)}', 'Not a valid Unicode code point: 0x110000'],
];

const malformed: [text: string, message: string][] = [
  [
    '${__changeCase()}',
    '__changeCase called with wrong number of parameters. Actual: 0. Expected: >= 1 and <= 3',
  ],
  ['${__char()}', '__char called with wrong number of parameters. Actual: 0. Expected at least: 1.'],
];

const variables = { v: 'V' };

function freshUser(): TestUser {
  const user = testUser({ variables, properties: { a: 'AA' } });
  return user;
}

describe('functions on texts', () => {
  it.each(values)('%s gives %j', async (text, value, set) => {
    const user = freshUser();
    expect(await evaluateText(text, user)).toBe(value);
    expect(Object.fromEntries(user.variables.entries())).toEqual({ ...variables, ...set });
  });

  it.each(thrown)('%s throws %j', async (text, message) => {
    await expect(evaluateText(text, freshUser())).rejects.toThrow(message);
  });

  it.each(malformed)('%s is malformed', async (text, message) => {
    await expect(compileLoaded(text, testEnvironment(freshUser()))).rejects.toThrow(message);
  });
});
