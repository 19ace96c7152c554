/** What is done with replies that answer another request. */
export type CorrelationMode = 'flag' | 'match' | 'off';

/** Where an id is found in a message. `position` is for binary messages: bytes `offset` to `offset + length`. */
export type IdRule =
  | { kind: 'json-path'; path: string }
  | { kind: 'regex'; pattern: string }
  | { kind: 'position'; offset: number; length: number };

/** How replies are paired with requests. `auto` finds the ids by itself; it stands for both or for none. */
export interface CorrelationOptions {
  readonly mode: CorrelationMode;
  readonly request: IdRule | 'auto';
  readonly reply: IdRule | 'auto';
}
