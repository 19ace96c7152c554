import type { Clock } from '../types.ts';
import { readTimedOut } from './errors.ts';
import { failedFrame, type Frame } from './frame.ts';

/** A frame in the inbox counts as its bytes and so much for the object. */
const FRAME_COST_BYTES = 128;

/** Who waits for a frame. */
export interface FrameReceiver {
  /** The frame has come, or one with a `failure` instead. */
  frameArrived(frame: Frame): void;
}

/** So many frames are handed over at a time: what they need then is still in the processor's cache. */
const MAX_TOGETHER = 64;
/** Frames on their way to those who wait for them. */
const arrived: Frame[] = [];
const receivers: FrameReceiver[] = [];

/**
 * Hands a frame over once more sockets have been read: a reply is not late for the work that others bring.
 */
function deliver(receiver: FrameReceiver, frame: Frame): void {
  receivers.push(receiver);
  const count = arrived.push(frame);
  if (count === 1) setImmediate(deliverAll);
  else if (count === MAX_TOGETHER) deliverAll();
}

function deliverAll(): void {
  const frames = arrived.splice(0);
  const to = receivers.splice(0);
  for (let i = 0; i < to.length; i++) to[i]!.frameArrived(frames[i]!);
}

/**
 * Frames that have arrived and not been read, and the one reader that may wait for the next.
 *
 * The timer of a wait is not set and cleared for each frame: one timer runs to the end of the earliest wait it was
 * set for, and when it fires looks whether the present wait is over.
 */
export class Inbox {
  readonly #clock: Clock;
  #frames: Frame[] = [];
  #head = 0;
  #cost = 0;
  /** The reader that waits. */
  #waiter: FrameReceiver | undefined;
  /** How many frames the reader leaves where they are; it waits for the one after them. */
  #skip = 0;
  #timeoutUs = 0;
  #deadlineUs = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires; 0 while it does not run. */
  #firesUs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Bytes that waiting frames take. */
  get cost(): number {
    return this.#cost;
  }

  get waiting(): boolean {
    return this.#waiter !== undefined;
  }

  /** Gives the frame to the reader, or keeps it. */
  push(frame: Frame): void {
    const waiter = this.#waiter;
    if (waiter !== undefined && this.#skip === 0) {
      this.#waiter = undefined;
      deliver(waiter, frame);
      return;
    }
    this.#frames.push(frame);
    this.#cost += frame.wireSize + FRAME_COST_BYTES;
    if (waiter !== undefined) {
      this.#waiter = undefined;
      deliver(waiter, this.takeAt(this.#skip)!);
    }
  }

  /** Ends a wait with a failure, which does not stay in the inbox. */
  fail(failure: Error): void {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.frameArrived(failedFrame(failure, 0, this.#clock.nowUs()));
  }

  /** Some bytes of the next frame have come: each read of the socket has the whole timeout. */
  touch(nowUs: number): void {
    if (this.#waiter !== undefined && this.#timeoutUs > 0) this.#deadlineUs = nowUs + this.#timeoutUs;
  }

  /** Takes out the frame at that place, 0 being the oldest. */
  takeAt(index: number): Frame | undefined {
    const frames = this.#frames;
    const at = this.#head + index;
    const frame = frames[at];
    if (frame === undefined) return undefined;
    this.#cost -= frame.wireSize + FRAME_COST_BYTES;
    if (index > 0) frames.splice(at, 1);
    else if (++this.#head === frames.length) {
      frames.length = 0;
      this.#head = 0;
    } else if (this.#head > 32 && this.#head * 2 > frames.length) {
      frames.splice(0, this.#head);
      this.#head = 0;
    }
    return frame;
  }

  /** Puts a frame back to that place. */
  putBack(frame: Frame, index: number): void {
    this.#frames.splice(this.#head + index, 0, frame);
    this.#cost += frame.wireSize + FRAME_COST_BYTES;
  }

  /**
   * Lets the receiver have the next frame behind the first `skip` ones that stay, or one whose `failure` is a timeout
   * when none comes; 0 waits for ever. The time runs from `nowUs`.
   */
  wait(receiver: FrameReceiver, timeoutMs: number, skip: number, nowUs: number): void {
    this.#waiter = receiver;
    this.#skip = skip;
    this.#timeoutUs = timeoutMs * 1000;
    if (timeoutMs === 0) return;
    this.#deadlineUs = nowUs + this.#timeoutUs;
    if (this.#firesUs === 0 || this.#firesUs > this.#deadlineUs) this.#arm(nowUs);
  }

  /** Stops the timer; nobody waits any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#firesUs = 0;
  }

  #arm(nowUs: number): void {
    const ms = Math.ceil((this.#deadlineUs - nowUs) / 1000);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(fired, ms, this);
    this.#timer.unref();
    this.#firesUs = nowUs + ms * 1000;
  }

  /** The timer has fired. */
  sweep(): void {
    this.#firesUs = 0;
    if (this.#waiter === undefined || this.#timeoutUs === 0) return;
    const nowUs = this.#clock.nowUs();
    if (nowUs < this.#deadlineUs) this.#arm(nowUs);
    // What came in time may still be in the kernel: the event loop reads it before this runs.
    else setImmediate(expired, this);
  }

  /** The deadline has passed and sockets have been read since. */
  expire(): void {
    if (this.#waiter === undefined || this.#timeoutUs === 0) return;
    const nowUs = this.#clock.nowUs();
    if (nowUs >= this.#deadlineUs) this.fail(readTimedOut());
    else if (this.#firesUs === 0) this.#arm(nowUs);
  }
}

const fired = (inbox: Inbox): void => inbox.sweep();
const expired = (inbox: Inbox): void => inbox.expire();
