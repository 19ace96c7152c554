import { callMethod, findProperty, getProperty, setProperty } from './dispatch.ts';
import { constructObject } from './class-registry.ts';
import { asType } from './coerce.ts';
import { closure, text } from './arguments.ts';
import { areEqual, isTrue } from './compare.ts';
import { hashCode } from './hash-code.ts';
import { iterate } from './iterate.ts';
import { isCase } from './operators.ts';
import { groovyText, inspect } from './text.ts';
import { classNameOf, isInstance } from './types.ts';
import { ClassReference, Closure, JavaList, JavaMap, methodTable, NoMatch, type Value } from './value.ts';

/** Runs a closure about an object: names that it does not declare are the object's. */
export function withDelegate(body: Closure, delegate: Value): Value {
  const before = body.delegate;
  body.delegate = delegate;
  try {
    return body.invoke([delegate]);
  } finally {
    body.delegate = before;
  }
}

type NotNull = Exclude<Value, null>;

/** Methods that every object has. */
export const objectMethods = methodTable<NotNull>({
  toString: (self: NotNull) => groovyText(self),
  'equals 1': (self, [other]) => typeof self === typeof other && areEqual(self, other!),
  hashCode: (self) => hashCode(self),
  getClass: (self) => new ClassReference(classNameOf(self)),
  'is 1': (self, [other]) => self === other,
  'isCase 1': (self, [value]) => isCase(self, value!),
  asBoolean: (self) => isTrue(self),
  inspect: (self) => inspect(self),
  dump: (self) => inspect(self),
  'with 1': (self, [body]) => withDelegate(closure(body), self),
  'tap 1': (self, [body]) => {
    withDelegate(closure(body), self);
    return self;
  },
  'asType 1': (self, [type]) => {
    if (!(type instanceof ClassReference)) throw new NoMatch();
    return asType(self, { name: type.name, dimensions: 0 });
  },
  'invokeMethod 2': (self, [name, args]) => callMethod(self, text(name), iterate(args!)),
  'hasProperty 1': (self, [name]) => (findProperty(self, text(name)) === undefined ? null : text(name)),
  'getProperty 1': (self, [name]) => getProperty(self, text(name)),
  'setProperty 2': (self, [name, value]) => {
    setProperty(self, text(name), value!);
    return null;
  },
  'each 1': (self, [body]) => {
    for (const item of iterate(self)) closure(body).invoke([item]);
    return self;
  },
  'collect 1': (self, [body]) => new JavaList(iterate(self).map((item) => closure(body).invoke([item]))),
});

export const booleanMethods = methodTable<boolean>({
  booleanValue: (self) => self,
  'and 1': (self, [other]) => self && isTrue(other!),
  'or 1': (self, [other]) => self || isTrue(other!),
  'xor 1': (self, [other]) => self !== isTrue(other!),
  'implies 1': (self, [other]) => !self || isTrue(other!),
  'compareTo 1': (self, [other]) => Number(self) - Number(other),
});

/** Methods of a class as a value; its static ones are in the table of classes. */
export const classMethods = methodTable<ClassReference>({
  getName: ({ name }) => name,
  getSimpleName: ({ name }) => name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1),
  getCanonicalName: ({ name }) => name.replaceAll('$', '.'),
  'newInstance 0 *': ({ name }, args) => {
    const create = constructObject(name);
    if (create === undefined) throw new NoMatch();
    return create(args);
  },
  'isInstance 1': ({ name }, [value]) => isInstance(value!, name),
  toString: (self: ClassReference) => self.toString(),
  'equals 1': ({ name }, [other]) => other instanceof ClassReference && other.name === name,
});

const composed = (first: Closure, second: Closure): Closure =>
  new Closure(first.parameters, (args) => second.invoke([first.invoke(args)]));

export const closureMethods = methodTable<Closure>({
  'call 0 *': (self, args) => self.invoke(args),
  'doCall 0 *': (self, args) => self.invoke(args),
  run: (self) => self.invoke([]),
  'apply 1': (self, args) => self.invoke(args),
  'test 1': (self, args) => isTrue(self.invoke(args)),
  'accept 1': (self, args) => {
    self.invoke(args);
    return null;
  },
  'curry 1 *': (self, args) =>
    new Closure(Math.max(0, (self.parameters ?? 1) - args.length), (more) => self.invoke([...args, ...more])),
  'rcurry 1 *': (self, args) =>
    new Closure(Math.max(0, (self.parameters ?? 1) - args.length), (more) => self.invoke([...more, ...args])),
  memoize: (self) => {
    const known = new JavaMap();
    return new Closure(self.parameters, (args) => {
      const key = new JavaList(args);
      if (!known.has(key)) known.set(key, self.invoke(args));
      return known.get(key)!;
    });
  },
  getMaximumNumberOfParameters: (self) => self.parameters ?? 1,
  'setDelegate 1': (self, [delegate]) => {
    self.delegate = delegate!;
    return null;
  },
  getDelegate: (self) => self.delegate,
  'setResolveStrategy 1': () => null,
  'rightShift 1': (self, [other]) => composed(self, closure(other)),
  'leftShift 1': (self, [other]) =>
    other instanceof Closure ? composed(other, self) : self.invoke([other!]),
});
