import type { MergingSink, RunEvent } from '../types.ts';

/** How many connections are open now, on all workers. */
export class OpenConnectionCount implements MergingSink {
  open = 0;

  sample(): void {}

  event(event: RunEvent): void {
    if (event.type === 'connection-opened') this.open++;
    else if (event.type === 'connection-closed') this.open--;
  }

  /** What changed since the last call. */
  take(): number | undefined {
    const { open } = this;
    this.open = 0;
    return open === 0 ? undefined : open;
  }

  add(change: number): void {
    this.open += change;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
