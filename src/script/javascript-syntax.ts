/**
 * Syntax that JMeter's engine (Rhino 1.7.14 in its default language version) rejects and newer ones accept. A
 * script that uses it fails in JMeter, so it has to fail here.
 */
const beyondRhino: readonly (readonly [RegExp, string])[] = [
  [/\blet(?:\s+[\w$]|\s*[[{])/, 'let'],
  [/\bclass\s+[\w$]/, 'class'],
  [/\basync\s+(?:function|\(|[\w$])/, 'async'],
  [/\bfor\s*\([^;)]*\sof\s/, 'for … of'],
  [/\.\.\./, 'spread or rest (...)'],
  [/\*\*/, '** operator'],
  [/\?\.(?!\d)/, '?. operator'],
  [/\?\?/, '?? operator'],
];

/** Text, comments and regular expressions, in which none of the above means anything. */
const TEXT =
  /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|\/\/[^\n]*|\/\*[^]*?\*\/|(?<=(?:^|[(,=:[!&|?{};+\-*%<>~^]|\breturn|\btypeof)\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/g;

/** Names the first construct in a script that JMeter's engine would not take; undefined when there is none. */
export function syntaxBeyondRhino(source: string): string | undefined {
  const code = source.replace(TEXT, '""');
  return beyondRhino.find(([pattern]) => pattern.test(code))?.[1];
}
