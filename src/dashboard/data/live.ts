import { effect, signal } from '@preact/signals';
import type { Event as BusinessEvent } from '../../events/model.ts';
import { openStream } from './api.ts';
import { businessId } from './session.ts';

/** The stream of events: not open, open, or broken and about to be opened again. */
export const streamState = signal<'off' | 'on' | 'lost'>('off');

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Events that come together are one reason to read again. */
const DEBOUNCE_MS = 200;
/** However many events come, a page reads no more often: the rate limits of a minute have to last. */
const MIN_INTERVAL_MS = 2_000;

interface Subscriber {
  kinds: string[];
  timer: ReturnType<typeof setTimeout> | undefined;
  notifiedAtMs: number;
  notify: () => void;
  handles: (event: BusinessEvent) => boolean;
}

const subscribers = new Set<Subscriber>();
let stop: (() => void) | undefined;

/**
 * Calls `notify` after events whose kind begins with one of `kinds`, and after a connection that was lost is
 * back, since nobody knows what was missed. Customers have no stream: for them nothing is called.
 * @param handles is asked first about each such event; when it answers true, the event is no reason to notify
 * @returns what ends it
 */
export function subscribe(
  kinds: string[],
  notify: () => void,
  handles: (event: BusinessEvent) => boolean = () => false,
): () => void {
  const follower: Subscriber = {
    kinds,
    timer: undefined,
    notifiedAtMs: Number.NEGATIVE_INFINITY,
    notify,
    handles,
  };
  subscribers.add(follower);
  stop ??= start();
  return () => {
    clearTimeout(follower.timer);
    subscribers.delete(follower);
    if (subscribers.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

function start(): () => void {
  let current: AbortController | undefined;
  const end = effect(() => {
    current?.abort();
    current = undefined;
    streamState.value = 'off';
    if (businessId.value === null) return;
    current = new AbortController();
    void listen(businessId.value, current.signal);
  });
  return () => {
    end();
    current?.abort();
    streamState.value = 'off';
  };
}

async function listen(business: string, signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      for await (const event of openStream(business, signal)) {
        streamState.value = 'on';
        waitMs = FIRST_WAIT_MS;
        if (event === undefined && isFirst) isFirst = false;
        else notify(event);
      }
    } catch {
      // Whatever ended it, the way back is the same.
    }
    if (signal.aborted) return;
    isFirst = false;
    streamState.value = 'lost';
    await new Promise(resolve => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** No event is a new connection, and concerns every subscriber. */
function notify(event: BusinessEvent | undefined): void {
  for (const subscriber of subscribers) {
    const { kinds, handles } = subscriber;
    if (event && (!kinds.some(start => event.type.startsWith(start)) || handles(event))) continue;
    const waitMs = subscriber.notifiedAtMs + MIN_INTERVAL_MS - performance.now();
    subscriber.timer ??= setTimeout(() => notifySubscriber(subscriber), Math.max(DEBOUNCE_MS, waitMs));
  }
}

function notifySubscriber(subscriber: Subscriber): void {
  subscriber.timer = undefined;
  subscriber.notifiedAtMs = performance.now();
  subscriber.notify();
}
