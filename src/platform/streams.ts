import { AppError } from '../errors.ts';

/** How often to look for what another process wrote (the CLI). */
const LOOK_EVERY_MS = 1_000;
/** A comment after so many looks without an event keeps proxies and our own idle timeout from hanging up. */
const LOOKS_PER_HEARTBEAT = 15;
const RETRY_AFTER_SECONDS = 30;
/** How long a client waits before it comes back. */
const RECONNECT_MS = 2_000;

export const STREAM_HEADERS = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
/** What a stream says first. */
export const GREETING = `retry: ${RECONNECT_MS}\n: connected\n\n`;
export const HEARTBEAT = ': heartbeat\n\n';

export type Signal = 'look' | 'heartbeat' | 'end';

export interface StreamOptions {
  /** For the message of a refusal. */
  noun: string;
  maxStreams: number;
  /** So many of one group: a business, or an address. */
  maxOfGroup: number;
  /** Calls back when there may be something new; answers the way to stop. Listened to while a stream is open. */
  subscribe(wake: () => void): () => void;
}

/** Server-sent events: the streams that are open, and what wakes them: news, a slow look around, and the end. */
export class OpenStreams {
  readonly #options: StreamOptions;
  readonly #open = new Map<Waker, string>();
  #unsubscribe = () => {};
  #timer: ReturnType<typeof setInterval> | undefined;
  #looks = 0;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  /**
   * A body that sends the frames of `follow`, at the pace of its reader, until they end or the reader leaves.
   * @throws UNAVAILABLE when too many streams are open
   */
  open(group: string, follow: (waker: Waker) => AsyncGenerator<string>): ReadableStream<Uint8Array> {
    const waker = new Waker();
    this.#add(waker, group);
    const texts = follow(waker);
    const encoder = new TextEncoder();
    return new ReadableStream<Uint8Array>({
      pull: async controller => {
        const { value, done } = await texts.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        this.#remove(waker);
        controller.close();
      },
      cancel: () => {
        waker.wake('end');
        this.#remove(waker);
      },
    });
  }

  /** Ends every stream. */
  close(): void {
    for (const waker of [...this.#open.keys()]) {
      waker.wake('end');
      this.#remove(waker);
    }
  }

  #add(waker: Waker, group: string): void {
    const { noun, maxStreams, maxOfGroup } = this.#options;
    const ofGroup = [...this.#open.values()].filter(other => other === group).length;
    if (this.#open.size >= maxStreams || ofGroup >= maxOfGroup) {
      throw new AppError('UNAVAILABLE', `Too many ${noun} streams are open`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    if (this.#open.size === 0) this.#listen();
    this.#open.set(waker, group);
  }

  #listen(): void {
    this.#unsubscribe = this.#options.subscribe(() => this.#wakeAll('look'));
    this.#timer = setInterval(() => {
      this.#looks = (this.#looks + 1) % LOOKS_PER_HEARTBEAT;
      this.#wakeAll(this.#looks === 0 ? 'heartbeat' : 'look');
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  #wakeAll(signal: Signal): void {
    for (const waker of this.#open.keys()) waker.wake(signal);
  }

  #remove(waker: Waker): void {
    if (!this.#open.delete(waker) || this.#open.size > 0) return;
    this.#unsubscribe();
    clearInterval(this.#timer);
  }
}

/** The latest signal that nobody has waited for yet; `end` is for good, and a heartbeat is not lost to a look. */
export class Waker {
  #signal: Signal | undefined;
  #resolve: (() => void) | undefined;

  wake(signal: Signal): void {
    if (this.#signal !== 'end' && !(this.#signal === 'heartbeat' && signal === 'look')) this.#signal = signal;
    this.#resolve?.();
  }

  async next(): Promise<Signal> {
    if (this.#signal === undefined) await new Promise<void>(resolve => (this.#resolve = resolve));
    const signal = this.#signal as unknown as Signal;
    if (signal !== 'end') this.#signal = undefined;
    return signal;
  }
}
