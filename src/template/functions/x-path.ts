import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { VirtualUser } from '../../types.ts';
import type { FunctionDefinition } from '../definition.ts';

interface XmlNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly firstChild: XmlNode | null;
}

/** The part of the `xpath` package that is used; its own types would bring the browser's DOM into the program. */
interface XPathLibrary {
  parse(expression: string): {
    select(options: { node: unknown; allowAnyNamespaceForNoPrefix: boolean }): XmlNode[];
  };
}

interface Libraries {
  readonly xpath: XPathLibrary;
  readonly dom: typeof import('@xmldom/xmldom');
}

let libraries: Libraries | undefined;

async function load(): Promise<void> {
  const specifier: string = 'xpath';
  const { default: xpath }: { default: XPathLibrary } = await import(specifier);
  libraries ??= { xpath, dom: await import('@xmldom/xmldom') };
}

const ELEMENT = 1;

/** The values that an expression found, and which is next. */
interface Matches {
  readonly values: readonly string[];
  next: number;
}

const matchesOfUser = new WeakMap<VirtualUser, Map<string, Matches>>();

/** An element gives its first child's text. JMeter reads without namespaces, so that `b` matches in any. */
function findValues(xml: string, expression: string, { xpath, dom }: Libraries): string[] {
  const document = new dom.DOMParser({ onError: dom.onErrorStopParsing }).parseFromString(xml, 'text/xml');
  return xpath
    .parse(expression)
    .select({ node: document, allowAnyNamespaceForNoPrefix: true })
    .map((node) => (node.nodeType === ELEMENT ? node.firstChild?.nodeValue : node.nodeValue) ?? 'null');
}

function matchesIn(user: VirtualUser, file: string, expression: string, workingDirectory: string): Matches {
  let known = matchesOfUser.get(user);
  if (known === undefined) matchesOfUser.set(user, (known = new Map()));
  const key = `${file}\n${expression}`;
  let matches = known.get(key);
  if (matches === undefined) {
    let values: string[] = [];
    try {
      const xml = readFileSync(path.resolve(workingDirectory, file), 'utf8');
      values = findValues(xml, expression, libraries!);
      if (values.length === 0)
        user.log.log(
          'WARN',
          'o.a.j.f.XPathWrapper',
          `XPathFileContainer has no nodes: ${file} ${expression}`,
        );
    } catch (error) {
      user.log.log('WARN', 'o.a.j.f.XPathWrapper', error instanceof Error ? error.message : String(error));
    }
    matches = { values, next: 0 };
    known.set(key, matches);
  }
  return matches;
}

/** `org.apache.jmeter.functions.XPath`. */
export const xPath: FunctionDefinition = {
  name: '__XPath',
  minArgs: 2,
  maxArgs: 2,
  summary: 'The next match of an XPath expression in a file, per user, over and over',
  load,
  compile([file, expression], { workingDirectory }) {
    return (user) => {
      const matches = matchesIn(user, file!.evaluate(user), expression!.evaluate(user), workingDirectory);
      const value = matches.values[matches.next] ?? '';
      matches.next = (matches.next + 1) % Math.max(matches.values.length, 1);
      return value;
    };
  },
};
