import type { Clock, HandshakeTimes } from '../types.ts';
import type { TransportStep } from './transport.ts';

/** Takes the times of one opening handshake. */
export class HandshakeClock {
  readonly #clock: Clock;
  readonly #startUs: number;
  /** When the part that goes on now began. */
  #fromUs: number;
  #tcpUs = 0;
  #tlsUs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startUs = this.#fromUs = clock.nowUs();
  }

  /** `request`: the upgrade request is about to be sent. */
  reached(step: TransportStep | 'request'): void {
    const nowUs = this.#clock.nowUs();
    if (step === 'tcp') this.#tcpUs = nowUs - this.#fromUs;
    else if (step === 'tls') this.#tlsUs = nowUs - this.#fromUs;
    this.#fromUs = nowUs;
  }

  /** @param nowUs when the answer to the upgrade was complete. */
  opened(nowUs: number): HandshakeTimes {
    return {
      wholeUs: nowUs - this.#startUs,
      tcpUs: this.#tcpUs,
      tlsUs: this.#tlsUs,
      upgradeUs: nowUs - this.#fromUs,
    };
  }
}
