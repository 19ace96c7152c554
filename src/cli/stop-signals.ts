import { EXIT } from './exit-code.ts';

/** What a run does about SIGINT and SIGTERM. */
export interface StopActions {
  /** The first signal: finish what runs, then stop. */
  graceful(): void;
  /** The second one: stop now. */
  now(): void;
}

export interface StopSignals {
  /** 130 or 143 once there was a signal. */
  readonly exitCode: number | undefined;
  /** Leaves signals to the system again. */
  close(): void;
}

/** Listens for SIGINT and SIGTERM. A third signal ends the process on the spot. */
export function onStopSignals(actions: StopActions): StopSignals {
  let count = 0;
  let exitCode: number | undefined;
  const received = (code: number): void => {
    exitCode = code;
    count++;
    if (count === 1) actions.graceful();
    else if (count === 2) actions.now();
    else process.exit(code);
  };
  const interrupt = (): void => received(EXIT.interrupted);
  const terminate = (): void => received(EXIT.terminated);
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', terminate);
  return {
    get exitCode() {
      return exitCode;
    },
    close() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', terminate);
    },
  };
}
