import { readFileSync } from 'node:fs';
import path from 'node:path';
import { charsetNamed } from '../../java/charset.ts';
import { trim } from '../../java/trim.ts';
import type { FunctionDefinition } from '../definition.ts';
import { storeResult } from '../result-variable.ts';

/** `org.apache.jmeter.functions.FileToString`: reads the file at each call. */
export const fileToString: FunctionDefinition = {
  name: '__FileToString',
  minArgs: 1,
  maxArgs: 3,
  summary: 'The whole text of a file; **ERR** when it cannot be read',
  compile([file, encoding, variable], { workingDirectory }) {
    return (user) => {
      const name = file!.evaluate(user);
      const charset = charsetNamed(trim(encoding?.evaluate(user) ?? '') || 'UTF-8');
      let text: string;
      try {
        text = charset.decode(readFileSync(path.resolve(workingDirectory, name)));
      } catch (error) {
        user.log.log(
          'WARN',
          'o.a.j.f.FileToString',
          `Could not read open: ${name} ${error instanceof Error ? error.message : ''}`,
        );
        text = '**ERR**';
      }
      return storeResult(user, variable, text);
    };
  },
};
