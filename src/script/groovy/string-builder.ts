import { charSequence, int } from './arguments.ts';
import { javaError } from './exceptions.ts';
import { runtime } from './runtime.ts';
import { groovyText } from './text.ts';
import { hostObject, type HostObject, type HostType, JavaChar, methodTable, type Value } from './value.ts';

interface Builder {
  text: string;
}

function append(self: Builder, value: Value): HostObject {
  const added = groovyText(value);
  runtime().allocate(added.length + 8);
  self.text += added;
  return objects.get(self)!;
}

/** The object of each builder: its methods return it, so that calls can be chained. */
const objects = new WeakMap<Builder, HostObject>();

function changed(self: Builder, text: string): HostObject {
  runtime().allocate(Math.max(0, text.length - self.text.length) + 8);
  self.text = text;
  return objects.get(self)!;
}

const checked = (self: Builder, index: number): number => {
  if (index < 0 || index > self.text.length)
    throw javaError('java.lang.StringIndexOutOfBoundsException', `index ${index},length ${self.text.length}`);
  return index;
};

/** StringBuilder and StringBuffer. */
export const builderType: HostType<Builder> = {
  name: 'java.lang.StringBuilder',
  text: ({ text }: Builder) => text,
  isTrue: ({ text }) => text !== '',
  methods: methodTable<Builder>({
    'append 1': (self, [value]) => append(self, value!),
    'leftShift 1': (self, [value]) => append(self, value!),
    'plus 1': (self, [value]) => self.text + groovyText(value!),
    'insert 2': (self, [index, value]) => {
      const at = checked(self, int(index));
      return changed(self, self.text.slice(0, at) + groovyText(value!) + self.text.slice(at));
    },
    length: ({ text }) => text.length,
    size: ({ text }) => text.length,
    isEmpty: ({ text }) => text === '',
    toString: ({ text }: Builder) => text,
    reverse: (self) => changed(self, Array.from(self.text).toReversed().join('')),
    'setLength 1': (self, [length]) => {
      self.text = self.text.slice(0, checked(self, int(length)));
      return null;
    },
    'charAt 1': (self, [index]) => new JavaChar(self.text.charCodeAt(checked(self, int(index)))),
    'deleteCharAt 1': (self, [index]) => {
      const at = checked(self, int(index));
      return changed(self, self.text.slice(0, at) + self.text.slice(at + 1));
    },
    'delete 2': (self, [from, to]) =>
      changed(self, self.text.slice(0, checked(self, int(from))) + self.text.slice(int(to))),
    'replace 3': (self, [from, to, value]) =>
      changed(
        self,
        self.text.slice(0, checked(self, int(from))) + charSequence(value) + self.text.slice(int(to)),
      ),
    'substring 1 2': (self, [from, to]) => self.text.slice(int(from), to === undefined ? undefined : int(to)),
    'indexOf 1': (self, [what]) => self.text.indexOf(charSequence(what)),
  }),
};

export function stringBuilder(text: string): HostObject {
  const builder = { text };
  const object = hostObject(builderType, builder);
  objects.set(builder, object);
  return object;
}
