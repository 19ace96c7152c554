import { javaError } from './exceptions.ts';
import { hostObject, type HostObject, type HostType, methodTable, type Value } from './value.ts';

interface Iterator {
  readonly items: readonly Value[];
  at: number;
}

const iteratorType: HostType<Iterator> = {
  name: 'java.util.Iterator',
  text: () => 'java.util.Iterator@1b2c3d',
  items: (iterator) => iterator.items.slice(iterator.at),
  methods: methodTable<Iterator>({
    hasNext: ({ items, at }) => at < items.length,
    next: (iterator) => {
      if (iterator.at >= iterator.items.length) throw javaError('java.util.NoSuchElementException', null);
      return iterator.items[iterator.at++]!;
    },
  }),
};

export const iteratorOf = (items: readonly Value[]): HostObject => hostObject(iteratorType, { items, at: 0 });
