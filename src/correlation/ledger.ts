import type { CorrelationVerdict, VirtualUser } from '../types.ts';
import { AutoPairing } from './auto.ts';
import type { Correlation, RulePair } from './correlation.ts';
import type { Dialogue } from './dialogue.ts';
import { NOTHING, type Finding } from './finding.ts';
import type { Message } from './message.ts';
import type { Request } from './request.ts';
import { Requests, type RequestsOwner } from './requests.ts';
import { RulePairing } from './rule-pairing.ts';

/** What a request-response in mode `match` does with a frame. */
export type Choice =
  /** It is the reply, or nothing speaks against it. */
  | { readonly action: 'take'; readonly verdict: CorrelationVerdict | undefined }
  /** Nobody waits for it. */
  | {
      readonly action: 'discard';
      readonly kind: 'late';
      readonly answers: string;
      readonly roundTripUs: number;
    }
  | { readonly action: 'discard'; readonly kind: 'duplicate' }
  /** Another sample may read it: a push, or the reply to another outstanding request. */
  | { readonly action: 'leave'; readonly kind: 'out-of-order' | 'push' };

/**
 * The requests of one connection, and which of them each reply answers.
 *
 * A sampler calls `startSample` first, `sent` when its request is on the wire, and for the data frame that it reads
 * `judge` (or, as a request-response in mode `match`, `choose` for one frame after the other), or `gaveUp` when none
 * came. A frame that a sampler swallows otherwise is reported to `swallowed`. At the end of the connection comes
 * `close`.
 *
 * Remembers at most 1,024 unanswered requests and 32,768 characters of them: beyond that the one given up first, or
 * else the oldest, counts as never answered and is forgotten; and the 16 requests answered last. Each call takes the
 * same time however many requests there are.
 */
export class Ledger implements RequestsOwner {
  readonly #dialogue: Dialogue;
  readonly #user: Pick<VirtualUser, 'emit'>;
  #byRule: RulePairing | undefined;
  #auto: AutoPairing | undefined;
  #samples = 0;

  /**
   * @param dialogue what was learned about such connections; the sampler that opens them has one.
   * @param user is told of requests that were never answered.
   */
  constructor(dialogue: Dialogue, user: Pick<VirtualUser, 'emit'>) {
    this.#dialogue = dialogue;
    this.#user = user;
  }

  /** A sampler begins to work on the connection. */
  startSample(): void {
    this.#samples++;
  }

  /** Is it of use to `sent` what each `${…}` of a request with that label gives? */
  wantsValues(correlation: Correlation, label: string): boolean {
    if (correlation.mode === 'off' || correlation.rules !== undefined) return false;
    return this.#auto === undefined || this.#auto.learnsFrom(label);
  }

  /**
   * A request went out.
   * @param dynamic what each `${…}` in it gave or, when that is not wanted, whether there was any.
   * @returns undefined when correlation is off.
   */
  sent(
    correlation: Correlation,
    message: Message,
    dynamic: readonly string[] | boolean,
    label: string,
    sentUs: number,
  ): Request | undefined {
    if (correlation.mode === 'off') return undefined;
    const { rules } = correlation;
    let request: Request;
    if (rules === undefined) {
      const auto = (this.#auto ??= new AutoPairing(this.#dialogue, new Requests(this)));
      request = auto.requests.create(label, this.#samples, sentUs);
      auto.request(request, message, dynamic);
    } else {
      const byRule = (this.#byRule ??= new RulePairing(new Requests(this)));
      request = byRule.requests.create(label, this.#samples, sentUs);
      byRule.request(request, message, rules);
    }
    if (request.id !== undefined || request.text !== undefined) request.requests.add(request);
    return request;
  }

  /**
   * Says what the frame is that a sampler read, and takes it as read.
   *
   * @param message undefined when the frame holds no whole message (a fragment): it is not judged.
   * @param own the request of the sampler that read it; undefined for a Single Read.
   * @returns undefined when nothing tells.
   */
  judge(
    correlation: Correlation,
    message: Message | undefined,
    arrivalUs: number,
    own: Request | undefined,
  ): CorrelationVerdict | undefined {
    if (correlation.mode === 'off') return undefined;
    if (own !== undefined && typeof message === 'string' && this.#auto?.isOwn(message, own) === true) {
      own.requests.answer(own, message);
      return this.#verdict('in-order', own, false, arrivalUs);
    }
    const finding = message === undefined ? NOTHING : this.#find(message, own, correlation.rules);
    return this.#take(finding, message, arrivalUs, own);
  }

  /** What a request-response in mode `match` does with a frame; taking and discarding is done in the ledger, too. */
  choose(
    correlation: Correlation,
    message: Message | undefined,
    arrivalUs: number,
    own: Request | undefined,
  ): Choice {
    if (correlation.mode !== 'match' || message === undefined || own === undefined)
      return { action: 'take', verdict: this.judge(correlation, message, arrivalUs, own) };
    const finding = this.#find(message, own, correlation.rules);
    const { kind, request } = finding;
    if (kind === 'in-order' || !this.#isForOther(finding, own))
      return { action: 'take', verdict: this.#take(finding, message, arrivalUs, own) };
    if (request === undefined || (kind !== 'late' && kind !== 'duplicate'))
      return { action: 'leave', kind: kind === 'out-of-order' ? kind : 'push' };
    this.#gone(finding, message, own);
    return kind === 'late'
      ? { action: 'discard', kind, answers: request.label, roundTripUs: arrivalUs - request.sentUs }
      : { action: 'discard', kind };
  }

  /** The sampler does not wait for its reply any longer. */
  gaveUp(own: Request | undefined): void {
    own?.requests.giveUp(own);
  }

  /**
   * A data frame was read that no sampler judges: a filter discarded it, or it was not the frame that a sampler
   * waits for. The request it answers is not counted as never answered then.
   */
  swallowed(message: Message): void {
    this.#gone(this.#find(message, undefined, undefined), message, undefined);
  }

  /** The connection has ended: reports the requests that were never answered. */
  close(): void {
    const counts = new Map<string, number>();
    for (const pairing of [this.#byRule, this.#auto])
      for (const request of pairing?.requests.unanswered ?? [])
        if (pairing?.missed(request) === true)
          counts.set(request.label, (counts.get(request.label) ?? 0) + 1);
    for (const [label, count] of counts) this.#neverAnswered(label, count);
  }

  /** There is no more room for that unanswered request. */
  forgotten(request: Request): void {
    if (request.space?.confirmed === true) this.#neverAnswered(request.label, 1);
  }

  #neverAnswered(label: string, count: number): void {
    this.#user.emit({ type: 'never-answered', label, count });
  }

  /** Is it known that the frame is not the reply to this request? */
  #isForOther({ fails, request }: Finding, own: Request): boolean {
    const alike = request !== undefined && (request.id === undefined) === (own.id === undefined);
    return (fails && alike) || this.#byRule?.tells(own) === true || this.#auto?.tells(own) === true;
  }

  /** @param rules those of the sampler that read the frame. */
  #find(message: Message, own: Request | undefined, rules: RulePair | undefined): Finding {
    const byRule = this.#byRule?.find(message, own, rules) ?? NOTHING;
    if (byRule.request !== undefined || this.#auto === undefined) return byRule;
    const byAuto = this.#auto.find(message, own);
    return byAuto.request === undefined && byRule.kind !== undefined ? byRule : byAuto;
  }

  /** The frame is read for good: the request that it answers is answered. */
  #gone({ kind, request }: Finding, message: Message, own: Request | undefined): void {
    this.#auto?.took(message, own);
    if (request === undefined || kind === 'duplicate') return;
    const keep = request.requests === this.#auto?.requests && typeof message === 'string';
    request.requests.answer(request, keep ? message : undefined);
  }

  #take(
    finding: Finding,
    message: Message | undefined,
    arrivalUs: number,
    own: Request | undefined,
  ): CorrelationVerdict | undefined {
    const { kind } = finding;
    if (message !== undefined) this.#gone(finding, message, own);
    if (own?.state === 'waiting') {
      if (kind === undefined) own.requests.settle(own);
      else own.requests.giveUp(own);
    } else if (own === undefined && kind === undefined) this.#auto?.passed();
    return kind === undefined ? undefined : this.#verdict(kind, finding.request, finding.fails, arrivalUs);
  }

  #verdict(
    kind: CorrelationVerdict['kind'],
    request: Request | undefined,
    fails: boolean,
    arrivalUs: number,
  ): CorrelationVerdict {
    return {
      kind,
      answers: request?.label,
      roundTripUs: request && arrivalUs - request.sentUs,
      samplesAgo: request && this.#samples - request.sample,
      fails,
    };
  }
}
