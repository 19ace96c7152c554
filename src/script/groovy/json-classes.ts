import type { ClassDefinition } from './class-registry.ts';
import { decodeBytes, bytes } from './bytes.ts';
import { charSequence, data } from './arguments.ts';
import { javaError } from './exceptions.ts';
import { fileType } from './files.ts';
import { callMethod } from './dispatch.ts';
import { parseJson } from './json-slurper.ts';
import { prettyJson, toJson } from './json-output.ts';
import { groovyText } from './text.ts';
import { Closure, hostObject, type HostType, JavaBytes, methodTable, type Value } from './value.ts';

function parse(value: Value | undefined): Value {
  if (value === null) return parseJson(null);
  if (value instanceof JavaBytes) return parseJson(decodeBytes(bytes(value), undefined));
  return parseJson(charSequence(value));
}

const slurperType: HostType<null> = {
  name: 'groovy.json.JsonSlurper',
  text: () => 'groovy.json.JsonSlurper@1b2c3d',
  methods: methodTable<null>({
    'parseText 1': (_, [value]) => parse(value),
    'parse 1 2': (_, [value]) =>
      value instanceof JavaBytes
        ? parse(value)
        : parseJson(groovyText(callMethod(hostObject(fileType, data(value, fileType)), 'getText', []))),
    'setType 1': () => null,
  }),
};

interface Builder {
  content: Value;
}

const builderType: HostType<Builder> = {
  name: 'groovy.json.JsonBuilder',
  text: ({ content }: Builder) => toJson(content),
  methods: methodTable<Builder>({
    toString: ({ content }: Builder) => toJson(content),
    toPrettyString: ({ content }) => prettyJson(toJson(content)),
    getContent: ({ content }) => content,
    'call 1': (builder, [content]) => {
      if (content instanceof Closure)
        throw javaError(
          'java.lang.UnsupportedOperationException',
          'JsonBuilder with a closure is not supported: give it a map',
        );
      builder.content = content!;
      return content!;
    },
  }),
};

export const jsonClasses: readonly ClassDefinition[] = [
  { name: 'groovy.json.JsonSlurper', construct: () => hostObject(slurperType, null) },
  { name: 'groovy.json.JsonSlurperClassic', construct: () => hostObject(slurperType, null) },
  {
    name: 'groovy.json.JsonBuilder',
    construct: ([content]) => hostObject(builderType, { content: content ?? null }),
  },
  {
    name: 'groovy.json.JsonOutput',
    statics: methodTable<unknown>({
      'toJson 1': (_, [value]) => toJson(value!),
      'prettyPrint 1': (_, [json]) => prettyJson(charSequence(json)),
    }),
  },
];
