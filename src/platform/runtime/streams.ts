import { AppError } from '../../errors.ts';

/** Interval of comments that keep proxies and the server's idle timeout from closing a stream. */
export const HEARTBEAT_EVERY_MS = 15_000;
const RETRY_AFTER_SECONDS = 30;
/** Delay before a client reconnects. */
const RECONNECT_MS = 2_000;

export const STREAM_HEADERS = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
/** Sent first on every stream. */
export const STREAM_PREAMBLE = `retry: ${RECONNECT_MS}\n: connected\n\n`;
export const HEARTBEAT = ': heartbeat\n\n';

export type Signal = 'update' | 'heartbeat' | 'end';

/** Wakes the streams of a topic, or all streams. */
export type WakeStreams = (topic?: string) => void;

interface StreamOptions {
  /** Used in error messages. */
  noun: string;
  maxStreams: number;
  /** Calls `wake` when a topic may have updates; returns a function to unsubscribe. Active while a stream is open. */
  subscribe(wake: WakeStreams): () => void;
}

/** A limit on streams in addition to the global one. */
export interface StreamLimit {
  /** The kind of limit, for error messages: `address`, `business`. */
  of: string;
  id: string;
  max: number;
}

interface OpenStream {
  topic: string;
  keys: string[];
}

/** Tracks open server-sent event streams and wakes them for updates of their topic, heartbeats and shutdown. */
export class StreamRegistry {
  readonly #options: StreamOptions;
  readonly #open = new Map<Waker, OpenStream>();
  readonly #byTopic = new Map<string, Set<Waker>>();
  /** Number of streams per limit. */
  readonly #counts = new Map<string, number>();
  #unsubscribe = () => {};
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  /** Lists the topics with open streams. */
  topics(): Iterable<string> {
    return this.#byTopic.keys();
  }

  hasTopic(topic: string): boolean {
    return this.#byTopic.has(topic);
  }

  /**
   * Opens a stream that sends the frames of `follow` at the reader's pace until they end or the reader disconnects.
   * @param topic wakes the stream
   * @throws UNAVAILABLE if the global limit or one of `limits` is reached
   */
  open(
    topic: string,
    limits: readonly StreamLimit[],
    follow: (waker: Waker) => AsyncGenerator<string>,
  ): ReadableStream<Uint8Array> {
    const waker = new Waker();
    this.#add(waker, topic, limits);
    const texts = follow(waker);
    const encoder = new TextEncoder();
    return new ReadableStream<Uint8Array>({
      pull: async controller => {
        try {
          const { value, done } = await texts.next();
          if (!done) return controller.enqueue(encoder.encode(value));
        } catch (error) {
          // The connection ends, and the client opens another one.
          this.#remove(waker);
          throw error;
        }
        this.#remove(waker);
        controller.close();
      },
      cancel: () => {
        waker.wake('end');
        this.#remove(waker);
      },
    });
  }

  /** Closes every stream. */
  close(): void {
    for (const waker of [...this.#open.keys()]) {
      waker.wake('end');
      this.#remove(waker);
    }
  }

  #add(waker: Waker, topic: string, limits: readonly StreamLimit[]): void {
    const { noun, maxStreams } = this.#options;
    const keys = limits.map(({ of, id }) => `${of} ${id}`);
    const reached = limits.find(({ max }, index) => (this.#counts.get(keys[index] as string) ?? 0) >= max);
    const refusal = reached
      ? `Limit of ${reached.max} open ${noun} streams per ${reached.of} reached; close one and retry`
      : `Limit of ${maxStreams} open ${noun} streams reached; retry later`;
    if (reached || this.#open.size >= maxStreams)
      throw new AppError('UNAVAILABLE', refusal, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    const ofTopic = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, ofTopic.add(waker));
    this.#open.set(waker, { topic, keys });
    if (this.#open.size === 1) this.#listen();
  }

  #listen(): void {
    this.#unsubscribe = this.#options.subscribe(topic => {
      const woken = topic === undefined ? this.#open.keys() : (this.#byTopic.get(topic) ?? []);
      for (const waker of woken) waker.wake('update');
    });
    this.#timer = setInterval(() => {
      for (const waker of this.#open.keys()) waker.wake('heartbeat');
    }, HEARTBEAT_EVERY_MS);
    this.#timer.unref();
  }

  #remove(waker: Waker): void {
    const open = this.#open.get(waker);
    if (!open) return;
    this.#open.delete(waker);
    for (const key of open.keys) {
      const left = (this.#counts.get(key) ?? 0) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
    const ofTopic = this.#byTopic.get(open.topic);
    ofTopic?.delete(waker);
    if (ofTopic?.size === 0) this.#byTopic.delete(open.topic);
    if (this.#open.size > 0) return;
    this.#unsubscribe();
    clearInterval(this.#timer);
  }
}

/** Holds the latest unread signal. `end` is permanent, and an update does not replace a heartbeat. */
export class Waker {
  #signal: Signal | undefined;
  #resolve: (() => void) | undefined;

  wake(signal: Signal): void {
    if (this.#signal !== 'end' && !(this.#signal === 'heartbeat' && signal === 'update'))
      this.#signal = signal;
    this.#resolve?.();
  }

  async next(): Promise<Signal> {
    if (this.#signal === undefined) await new Promise<void>(resolve => (this.#resolve = resolve));
    const signal = this.#signal as unknown as Signal;
    if (signal !== 'end') this.#signal = undefined;
    return signal;
  }
}
