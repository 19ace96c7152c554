import type { RulePair } from './correlation.ts';
import { inOrder, NOTHING, type Finding } from './finding.ts';
import type { Message } from './message.ts';
import type { IdSpace, Request } from './request.ts';
import type { Requests } from './requests.ts';

/** A rule by which requests of this connection got their ids. */
interface RuleSpace extends IdSpace {
  readonly rules: RulePair;
}

/** Pairs the requests and replies of one connection by explicit rules. */
export class RulePairing {
  readonly requests: Requests;
  readonly #spaces: RuleSpace[] = [];

  constructor(requests: Requests) {
    this.requests = requests;
  }

  /** Finds the id in a request that is being sent. */
  request(request: Request, message: Message, rules: RulePair): void {
    request.id = rules.request(message);
    request.space = this.#spaceOf(rules) ?? this.#newSpace(rules);
  }

  /**
   * @param own the request of the sampler that reads the reply.
   * @param rules those of that sampler, if it has any.
   */
  find(message: Message, own: Request | undefined, rules: RulePair | undefined): Finding {
    const reader = rules && this.#spaceOf(rules);
    // A Single Read with rules of its own finds ids that other rules found in the requests.
    const foreign = reader === undefined ? rules : undefined;
    const spaces =
      reader === undefined ? this.#spaces : [reader, ...this.#spaces.filter((s) => s !== reader)];
    for (const space of spaces) {
      const finding = this.#find(space, (foreign ?? space.rules).reply(message), own);
      if (finding.kind !== undefined) return finding;
    }
    if (own === undefined || !this.tells(own)) return NOTHING;
    return { kind: 'unmatched', request: undefined, fails: true };
  }

  tells(request: Request): boolean {
    return request.requests === this.requests && request.id !== undefined;
  }

  missed(request: Request): boolean {
    return !request.settled;
  }

  #spaceOf({ key }: RulePair): RuleSpace | undefined {
    return this.#spaces.find(({ rules }) => rules.key === key);
  }

  #newSpace(rules: RulePair): RuleSpace {
    const space = { confirmed: true, rules };
    this.#spaces.push(space);
    return space;
  }

  #find(space: RuleSpace, id: string | undefined, own: Request | undefined): Finding {
    if (id === undefined) return NOTHING;
    if (own?.space === space && own.id === id) return inOrder(own);
    const request = this.requests.find(space, id);
    if (request === undefined) return NOTHING;
    if (request.state === 'answered') return { kind: 'duplicate', request, fails: true };
    if (request.state === 'given-up') return { kind: 'late', request, fails: true };
    if (own === undefined && this.requests.waiting.first === request) return inOrder(request);
    return { kind: 'out-of-order', request, fails: true };
  }
}
