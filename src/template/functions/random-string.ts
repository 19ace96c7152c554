import { illegalArgumentException } from '../../java/exception.ts';
import { parseInt32 } from '../../java/parse-number.ts';
import { trim } from '../../java/trim.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

const below = (bound: number): number => Math.floor(Math.random() * bound);
/** Surrogates, characters for private use, and code points without a character. */
const UNUSABLE = /[\p{Cs}\p{Co}\p{Cn}]/u;

/** That many UTF-16 units; a character beyond U+FFFF takes two of them. */
function anyCharacters(length: number): string {
  let text = '';
  while (text.length < length) {
    const character = String.fromCodePoint(below(0x11_0000));
    if (text.length + character.length <= length && !UNUSABLE.test(character)) text += character;
  }
  return text;
}

function charactersOf(choice: string, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += choice[below(choice.length)]!;
  return text;
}

/** `org.apache.jmeter.functions.RandomString`. */
export const randomString: FunctionDefinition = {
  name: '__RandomString',
  minArgs: 1,
  maxArgs: 3,
  summary: 'Random characters, of the given ones or of all of Unicode',
  compile([lengthText, choiceText, variable]) {
    return (user) => {
      const length = parseInt32(lengthText!.evaluate(user));
      if (length < 0)
        throw illegalArgumentException(`Requested random string length ${length} is less than 0.`);
      const choice = trim(choiceText?.evaluate(user) ?? '');
      return storeResult(
        user,
        variable,
        choice === '' ? anyCharacters(length) : charactersOf(choice, length),
      );
    };
  },
};
