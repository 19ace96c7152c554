import { registerClasses } from './class-registry.ts';
import { collectionClasses } from './class-collections.ts';
import { languageClasses } from './class-language.ts';
import { libraryClasses } from './class-library.ts';
import { timeClasses } from './class-time.ts';
import { registerTables, type Table } from './dispatch.ts';
import { jmeterClasses } from './jmeter/classes.ts';
import { collectionMethods } from './collection-methods.ts';
import { arrayMethods, listMethods } from './list-methods.ts';
import { mapMethods } from './map-methods.ts';
import { charMethods, numberMethods } from './number-methods.ts';
import { booleanMethods, classMethods, closureMethods, objectMethods } from './object-methods.ts';
import { timeCategoryClasses } from './time-category.ts';
import { stringMethods } from './string-methods.ts';
import type { MethodTable } from './value.ts';

/** Tables are looked through for values of their own type only. */
const tables = (...given: readonly MethodTable<never>[]): readonly Table[] => [...given, objectMethods];

/** Gives the language its methods and classes; to be called before the first script, once. */
export function loadLibrary(): void {
  registerTables({
    string: tables(stringMethods),
    number: tables(numberMethods),
    boolean: tables(booleanMethods),
    list: tables(listMethods, collectionMethods),
    map: tables(mapMethods),
    array: tables(arrayMethods, collectionMethods),
    range: tables(collectionMethods),
    char: tables(charMethods),
    closure: tables(closureMethods),
    class: tables(classMethods),
    object: tables(),
    collection: tables(collectionMethods),
  });

  registerClasses([
    ...languageClasses,
    ...collectionClasses,
    ...libraryClasses,
    ...timeClasses,
    ...jmeterClasses,
    ...timeCategoryClasses,
  ]);
}
