import type { AssertionResult } from '../../../types.ts';
import { bool } from '../arguments.ts';
import { groovyText } from '../text.ts';
import { type HostType, methodTable } from '../value.ts';

/** `AssertionResult`. */
export const assertionResultType: HostType<AssertionResult> = {
  name: 'org.apache.jmeter.assertions.AssertionResult',
  text: ({ name }: AssertionResult) => name,
  methods: methodTable<AssertionResult>({
    getName: ({ name }) => name,
    'setName 1': (result, [name]) => {
      result.name = groovyText(name!);
      return null;
    },
    isFailure: ({ failure }) => failure,
    'setFailure 1': (result, [failure]) => {
      result.failure = bool(failure);
      return null;
    },
    isError: ({ error }) => error,
    'setError 1': (result, [error]) => {
      result.error = bool(error);
      return null;
    },
    getFailureMessage: ({ message }) => message,
    'setFailureMessage 1': (result, [message]) => {
      result.message = message === null ? null : groovyText(message!);
      return null;
    },
    'setResultForFailure 1': (result, [message]) => {
      Object.assign(result, { failure: true, error: false, message: groovyText(message!) });
      return null;
    },
    'setResultForNull 0': (result) => {
      Object.assign(result, { failure: true, error: false, message: 'Response was null' });
      return null;
    },
  }),
};
