import { describe, expect, it } from 'vitest';
import { compileLoaded, testEnvironment } from '../support/template.ts';
import { testUser } from '../support/user.ts';

/** Names of samplers in plans that JMeter 5.6.3 ran, and what it wrote; one user evaluates a group in order. */
const recorded: {
  what: string;
  variables: Record<string, string>;
  properties: Record<string, string>;
  texts: [source: string, text: string][];
}[] = [
  {
    what: 'undefined literal',
    variables: { v: 'V', 'a b': 'space', ünï: 'uni', 'v-w': 'dash', '1': 'one' },
    properties: {},
    texts: [
      ['${undef} ${undef.x} ${} $${v} ${v}$ $v', '${undef} ${undef.x} ${} $V V$ $v'],
      ['open ${v', 'open v'],
      ['${ v} ${v}}', '${ v} V}'],
      ['{${v}} \\${v} \\\\${v} \\$ \\, a\\b c\\', '{V} ${v} \\V $ , a\\b c\\'],
      ['$\\{v} ${v\\} x', '$\\{v} v} x'],
      ['${a b} ${ünï} ${v-w} ${1}', 'space uni dash one'],
    ],
  },
  {
    what: 'nested v',
    variables: { i: '1', a_1: 'A1', n: 'a_1', m: 'n' },
    properties: {},
    texts: [
      [
        '${__V(a_${i})} ${__V(${n})} ${a_${i}} ${__V(nope)} ${__V(nope2,dflt)} ${__V(a_${i},x)}',
        'A1 A1 ${a_${i}} nope dflt A1',
      ],
      ['${${n}} ${__V(${__V(m)})}', '${${n}} a_1'],
    ],
  },
  {
    what: 'eval',
    variables: { i: '7', q: 'select \\${i} from', q2: 'i is \\${i} \\${__intSum(1,2)}' },
    properties: {},
    texts: [
      [
        '${__eval(${q})} | ${q} | ${__eval(x${i}y)} | ${__evalVar(q2)} | ${__evalVar(nope)} | ${__eval(${nope})}',
        'select ${i} from | select \\${i} from | x7y | i is ${i} ${__intSum(1,2)} |  | ${nope}',
      ],
    ],
  },
  {
    what: 'properties',
    variables: { u: 'U', k: 'a' },
    properties: { a: 'AA' },
    texts: [
      ['${__P(a)} ${__P(b)} ${__P(b,dflt)} ${__P(b,)}', 'AA 1 dflt '],
      [
        '${__property(a)} ${__property(b)} ${__property(b,,dflt)} ${__property(b,v,d2)} v=${v}',
        'AA b dflt d2 v=d2',
      ],
      ['${__property(a,w)} w=${w}', 'AA w=AA'],
      ['[${__setProperty(p1,val)}] ${__P(p1)}', '[] val'],
      ['[${__setProperty(p1,val2,true)}] ${__P(p1)}', '[val] val2'],
      ['[${__setProperty(new,x,true)}] [${__setProperty(p1,v3,false)}] ${__P(p1)}', '[null] [] v3'],
      [
        '${__isPropDefined(a)} ${__isPropDefined(zz)} ${__isVarDefined(u)} ${__isVarDefined(zz)}',
        'true false true false',
      ],
      ['${__P(c,a\\,b)} ${__P(d, spaced )}|', 'a,b spaced|'],
      ['${__P(q,${u})} ${__P(${k})}', 'U AA'],
      ['${__P(emptyp,fallback)}|', 'fallback|'],
    ],
  },
  {
    what: 'arith',
    variables: { a: '10', b: '32' },
    properties: {},
    texts: [
      ['${__intSum(1,2)} ${__intSum(1,-5,10)} ${__intSum(1,2,sum)} ${sum}', '3 6 3 3'],
      ['${__longSum(4000000000,1)} ${__longSum(1,2,3,ls)} ${ls}', '4000000001 6 6'],
      ['${__intSum(${a},${b})}', '42'],
      ['${__intSum(2147483647,1)}', '-2147483648'],
      ['${__intSum(5,6,7)} ${__intSum(-1,-2,neg)} ${neg}', '18 -3 -3'],
      ['${__intSum(1,x)} ${x}', '1 1'],
      ['${__intSum(+1,2)}', '3'],
      ['${__intSum(1,2,3.5)}', '3'],
      ['${__longSum(1,2,)}', '3'],
      ['${__intSum(1,2,)}', '3'],
    ],
  },
  {
    what: 'strings',
    variables: {},
    properties: {},
    texts: [
      ['${__changeCase(hello World,UPPER,uc)} ${uc}', 'HELLO WORLD HELLO WORLD'],
      [
        '${__changeCase(hello World,LOWER)}|${__changeCase(hello world,CAPITALIZE)}|${__changeCase(hello,)}|${__changeCase(hello)}',
        'hello world|Hello world|HELLO|HELLO',
      ],
      [
        '${__changeCase(ab cD_ef,CAMEL_CASE)}|${__changeCase(x y,bad)}|${__changeCase(a-b c,CAMEL_CASE_FIRST_LOWER)}',
        'ab cD_ef|x y|a-b c',
      ],
      ['${__char(65,0x42,0103)} ${__char(97)} ${__char(C1)}|${__char(zz)}', 'ABC a |'],
      ['${__unescape(a\\tb\\u0041)} ${__unescape(\\\\n)}', 'a\tbA \n'],
      ['${__escapeHtml(<a href="x">&é</a>)}', '&lt;a href=&quot;x&quot;&gt;&amp;&eacute;&lt;/a&gt;'],
      ['${__unescapeHtml(&lt;b&gt; &eacute; &amp; &#65; &nbsp;)}', '<b> é & A \u00a0'],
      ['${__escapeXml(<a b=\'c\' d="e">&)}', '&lt;a b=&apos;c&apos; d=&quot;e&quot;&gt;&amp;'],
      ['${__urlencode(a b&c=d/é+~*)}', 'a+b%26c%3Dd%2F%C3%A9%2B%7E*'],
      ['${__urldecode(a+b%26c%3Dd%2F%C3%A9)}', 'a b&c=d/é'],
      ['${__escapeOroRegexpChars([^"].+?,)}', '\\[\\^\\"\\]\\.\\+\\?'],
      ['${__escapeOroRegexpChars(a.b,e)} ${e}', 'a\\.b a\\.b'],
    ],
  },
  {
    what: 'split',
    variables: { v: 'a,,b,' },
    properties: {},
    texts: [
      ['${__split(a\\,b\\,c,S)} ${S} ${S_n} ${S_1} ${S_2} ${S_3} ${S_4}', 'a,b,c a,b,c 3 a b c ${S_4}'],
      ['${__split(x|y||z,T,|)} ${T_n} ${T_1} ${T_2} [${T_3}] ${T_4}', 'x|y||z 4 x y [?] z'],
      ['${__split(${v},U)} ${U_n} [${U_1}] [${U_2}] [${U_3}] [${U_4}]', 'a,,b, 4 [a] [?] [b] [?]'],
      ['${__split(a b,W, )} ${W_n} ${W_2}', 'a b 2 b'],
      ['${__split(onlyone,Q)} ${Q_n} ${Q_1}', 'onlyone 1 onlyone'],
      ['${__split(,E)} [${E_n}] [${E_1}]', ' [0] [${E_1}]'],
      ['${__split(1::2,C,::)} ${C_n} ${C_1} ${C_2}', '1::2 3 1 ?'],
      ['${__split(p;q,T,;)} ${T_n} ${T_2} [${T_3}] [${T_4}]', 'p;q 2 q [${T_3}] [z]'],
    ],
  },
  {
    what: 'datetimeconvert',
    variables: {},
    properties: {},
    texts: [
      ['${__dateTimeConvert(2020-01-31,yyyy-MM-dd,dd/MM/yyyy,)}', '31/01/2020'],
      ['${__dateTimeConvert(01 Jan 2017,dd MMM yyyy,yyyy.MM.dd,dc)} ${dc}', '2017.01.01 2017.01.01'],
      ['${__dateTimeConvert(1577836800000,,yyyy-MM-dd HH:mm,)}', '2020-01-01 00:00'],
      ['[${__dateTimeConvert(bad,yyyy-MM-dd,dd/MM/yyyy,)}]', '[]'],
      ['${__dateTimeConvert(31122020101112,ddMMyyyyHHmmss,yyyy-MM-dd HH:mm:ss,)}', '2020-12-31 10:11:12'],
      ["${__dateTimeConvert(2020-06-01T10:00:00Z,yyyy-MM-dd'T'HH:mm:ssX,HH:mm,)}", '10:00'],
    ],
  },
  {
    what: 'digest',
    variables: {},
    properties: {},
    texts: [
      ['${__digest(MD5,Errare humanum est,,,)}', 'c49f00b92667a35c63708933384dad52'],
      [
        '${__digest(SHA-256,Errare humanum est,mysalt,,)}',
        'c44553d6a6d40c935e28b6d635e32462f7bcc99ffc7b98ff55f505b735e61b1b',
      ],
      [
        '${__digest(sha-1,abc,,true,dg)} ${dg}',
        'A9993E364706816ABA3E25717850C26C9CD0D89D A9993E364706816ABA3E25717850C26C9CD0D89D',
      ],
      ['${__digest(MD2,abc,,,)} ', 'da853b0d3f88d99b30283a69e6ded6bb '],
      [
        '${__digest(SHA-512,é,,,)}',
        '9e2ad28633f24451bd4f3c1cb20586a21a44c3aeedbdc01b9cc8fa72917ea7bd689c82b8bf1fef89b911cf8cc46fa2c1ccc10087b2094fd4d3350ecd88526a2c',
      ],
      ['[${__digest(NOPE,abc,,,)}]', '[null]'],
      ['${__digest(MD5,abc)}', '900150983cd24fb0d6963f7d28e17f72'],
      [
        '${__digest(SHA-384,abc,s,TRUE,)}',
        '8ED1D9104FC03113BC2548011050D7D8AEC5F5EC04FE495007805E4241C4780942C280A1CA5E98DA5C2EFB20719F027C',
      ],
    ],
  },
  {
    what: 'jexl3',
    variables: { v: 'abc', n: '3' },
    properties: { a: 'PA' },
    texts: [
      ['${__jexl3(1+2)} ${__jexl3(1+2,j)} ${j}', '3 3 3'],
      [
        '${__jexl3("${v}" == "abc")} ${__jexl3(vars.get("v"))} ${__jexl3(vars.get("v").length())}',
        'true abc 3',
      ],
      [
        '${__jexl3(3 > 2 && !(1 == 2))} ${__jexl3(true || false)} ${__jexl3(1 eq 1)} ${__jexl3(2 lt 1)}',
        'true true true false',
      ],
      ['${__jexl3(x = 5; x * 2)} ${__jexl3(7 / 2)} ${__jexl3(7 % 4)} ${__jexl3(7.0 / 2)}', '10 3 3 3.5'],
      ['[${__jexl3(nope)}] [${__jexl3(1 +)}]', '[] []'],
      ['${__jexl3("a" =~ "[a-c]")} ${__jexl3("abc" =~ ["abc"\\,"d"])}', 'true true'],
      ['${__jexl3(vars.put("nv"\\,"set"))} ${nv}', ' set'],
      [
        '${__jexl3(size("abc"))} ${__jexl3(empty(""))} ${__jexl3([1\\,2\\,3].size())} ${__jexl3("5" > 4)} ${__jexl3("a" + 1)}',
        '3 true 3 true a1',
      ],
      ['${__jexl3(${n} < 10 ? "lt" : "ge")} ${__jexl3(var y = 0; for (i : 1..3) y = y + i; y)}', 'lt 6'],
      ['${__jexl2(1+1)} ${__jexl2("${v}"=="abc")}', '2 true'],
      ['${__jexl3(log.info("x"))}', ''],
    ],
  },
  {
    what: 'javascript',
    variables: { v: 'abc' },
    properties: { a: 'PA' },
    texts: [
      ['${__javaScript(1+2)} ${__javaScript(1+2,j)} ${j}', '3 3 3'],
      ['${__javaScript("${v}".toUpperCase())} ${__javaScript(vars.get("v"))}', 'ABC abc'],
      [
        '${__javaScript(Math.floor(3.7))} ${__javaScript(parseInt("42")+1)} ${__javaScript(10/4)} ${__javaScript(1.0)}',
        '3 43 2.5 1',
      ],
      ['[${__javaScript(nope)}]', '[]'],
      [
        '[${__javaScript(1 +)}] [${__javaScript(null)}] [${__javaScript(undefined)}] [${__javaScript(true)}] [${__javaScript("a\\,b".split("\\,").length)}]',
        '[] [null] [undefined] [true] [2]',
      ],
      ['${__javaScript(var a=[3\\,1\\,2]; a.sort().join("-"))}', '1-2-3'],
      ['${__javaScript(vars.put("js"\\,"JS"))} ${js}', 'undefined JS'],
      [
        "${__javaScript((function(){ return 'f' + [1\\,2].map(function(x){return x*2}).join(); })())}",
        'f2,4',
      ],
      ['${__javaScript([1\\,2].map(x => x+1).join("."))} ', '2.3 '],
      ['${__javaScript(let q = 4; q)} ${__javaScript(JSON.stringify({a:1}))}', ' {"a":1}'],
      [
        '${__javaScript("5"*2)} ${__javaScript(0.1+0.2)} ${__javaScript(1e21)} ${__javaScript(new Date(0).getTime())}',
        '10 0.30000000000000004 1e+21 0',
      ],
    ],
  },
  {
    what: 'unknown',
    variables: { v: 'V' },
    properties: {},
    texts: [
      ['${__nope}', '${__nope}'],
      ['${__nope()}', '${__nope()}'],
      ['${__nope(a,b)} tail', '${__nope(a,b)} tail'],
      ['${__TIME}', '${__TIME}'],
      ['${ __time}', '${ __time}'],
      ['${__p(a,b)}', '${__p(a,b)}'],
      ['$__time', '$__time'],
      ['__time()', '__time()'],
      ['${_time}', '${_time}'],
      ['${__nope(${v})}', '${__nope(${v})}'],
      ['${__nope(a,${__P(x,y)})}', '${__nope(a,${__P(x,y)})}'],
    ],
  },
  {
    what: 'nesting',
    variables: { v: '4', ex: '\\${v}\\${__intSum(1,1)}', exn: 'ex' },
    properties: {},
    texts: [
      ['${__intSum(${__intSum(1,2)},${__intSum(3,${v})})}', '10'],
      ['${__urlencode(${__P(x,a b)})}', 'a+b'],
      ['${__V(${__P(vn,v)})}', '4'],
      ['${__changeCase(${__changeCase(Abc,UPPER)}x,LOWER)}', 'abcx'],
      ['${__P(${__P(y,z)},${__intSum(1,1)}${v})}', '24'],
      ['${__intSum(1,2)}${__intSum(3,4)}-${v}-${__intSum(5,6)}', '37-4-11'],
      ['${__eval(${ex})}', '${v}${__intSum(1,1)}'],
      ['${__eval(${__V(exn)}${v})}', 'ex4'],
      ['${__P(x${v},d${v})}', 'd4'],
      ['${__javaScript("${v}" + "${__P(x,y)}")}', '4y'],
    ],
  },
  {
    what: 'escapes',
    variables: { v: 'V' },
    properties: {},
    texts: [
      ['${__P(x,a\\,b)}', 'a,b'],
      ['${__P(x,a\\\\b)}', 'a\\b'],
      ['${__P(x, lead)}|${__P( x ,trail )}|', 'lead|trail|'],
      ['${__P(x,${v}\\,${v})}', 'V,V'],
      ['${__P(x,a\\nb)}', 'a\\nb'],
      ['C:\\dir\\new \\${v} ${v}', 'C:\\dir\\new ${v} V'],
      ['${v}\\', 'V\\'],
      ['\\\\${v}', '\\V'],
      ['\\x ${__P(x,\\x)} no func \\, here', '\\x \\x no func , here'],
      ['\\x no var \\, \\$ \\\\ here', '\\x no var \\, \\$ \\\\ here'],
      ['${__P(x,a b(c)d(e(f)))}', 'a b(c)d(e(f))'],
      ['$${v} $$ ${v}$', '$V $$ V$'],
    ],
  },
  {
    what: 'side effect order',
    variables: {},
    properties: {},
    texts: [
      ['${__intSum(1,1,a)} ${a} ${b} ${__intSum(2,2,b)} ${b}', '2 2 ${b} 4 4'],
      ['${a} ${b}', '2 4'],
      ['${__counter(TRUE,k)}${__counter(TRUE,k)} ${k}', '11 1'],
    ],
  },
  {
    what: 'oddities case',
    variables: { v: '1' },
    properties: {},
    texts: [
      ['${__Split(a,b)}', '${__Split(a,b)}'],
      ['${__v(v)} ${__V(v)}', '${__v(v)} 1'],
      ['${__uuid}x', '${__uuid}x'],
      ['${__intsum(1,2)}', '${__intsum(1,2)}'],
      ['${__regexfunction(a,b)}', '${__regexfunction(a,b)}'],
      ['${__threadnum}', '${__threadnum}'],
    ],
  },
];

describe.each(recorded)('texts of JMeter: $what', ({ variables, properties, texts }) => {
  const user = testUser({ variables, properties });
  const environment = testEnvironment(user);

  it.each(texts)('%j gives %j', async (source, text) => {
    expect((await compileLoaded(source, environment)).evaluate(user)).toBe(text);
  });
});
