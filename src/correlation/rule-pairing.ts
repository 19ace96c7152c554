import type { RulePair } from './correlation.ts';
import { inOrder, NOTHING, type Finding } from './finding.ts';
import type { Message } from './message.ts';
import type { IdSpace, Request } from './request.ts';
import type { Requests } from './requests.ts';

/** Ids that explicit rules found. */
const BY_RULE: IdSpace = { confirmed: true };

/** Pairs the requests and replies of one connection by explicit rules. */
export class RulePairing {
  readonly requests: Requests;
  /** The rules by which requests of this connection got their ids. */
  readonly #rules: RulePair[] = [];

  constructor(requests: Requests) {
    this.requests = requests;
  }

  /** Finds the id in a request that is being sent. */
  request(request: Request, message: Message, rules: RulePair): void {
    request.id = rules.request(message);
    request.space = BY_RULE;
    if (!this.#rules.some((known) => known.key === rules.key)) this.#rules.push(rules);
  }

  /**
   * @param rules those of the sampler that read the reply, if it has any: they are tried first.
   * @param own the request of that sampler.
   */
  find(message: Message, own: Request | undefined, rules: RulePair | undefined): Finding {
    const first = rules === undefined ? NOTHING : this.#find(message, own, rules);
    if (first.kind !== undefined) return first;
    for (const other of this.#rules) {
      if (other.key === rules?.key) continue;
      const finding = this.#find(message, own, other);
      if (finding.kind !== undefined) return finding;
    }
    if (own === undefined || !this.tells(own)) return NOTHING;
    return { kind: 'unmatched', request: undefined, fails: true };
  }

  tells(request: Request): boolean {
    return request.space === BY_RULE && request.id !== undefined;
  }

  missed(request: Request): boolean {
    return !request.settled;
  }

  #find(message: Message, own: Request | undefined, rules: RulePair): Finding {
    const id = rules.reply(message);
    if (id === undefined) return NOTHING;
    if (own !== undefined && own.id === id && this.tells(own)) return inOrder(own);
    const request = this.requests.find(BY_RULE, id);
    if (request === undefined) return NOTHING;
    if (request.state === 'answered') return { kind: 'duplicate', request, fails: true };
    if (request.state === 'given-up') return { kind: 'late', request, fails: true };
    if (own === undefined && this.requests.waiting.first === request) return inOrder(request);
    return { kind: 'out-of-order', request, fails: true };
  }
}
