import { effect, signal } from '@preact/signals';
import type { Event as BusinessEvent } from '../../events/model.ts';
import { businessId, role } from './session.ts';
import { followStream, type StreamState } from './stream.ts';

/** The state of the caller's stream. */
export const streamState = signal<StreamState>('off');

/** Events within this time cause one notification. */
const DEBOUNCE_MS = 200;
/** Minimum time between notifications, so that frequent events don't exhaust the rate limit. */
const MIN_INTERVAL_MS = 2_000;

interface Subscriber {
  kinds: string[];
  timer: ReturnType<typeof setTimeout> | undefined;
  notifiedAtMs: number;
  notify: () => void;
  handleEvent: (event: BusinessEvent) => boolean;
}

const subscribers = new Set<Subscriber>();
let stop: (() => void) | undefined;

/**
 * Calls `notify` after events whose kind starts with one of `kinds`, and after a reconnect, because events may have been
 * missed. Customers have a stream of their own, whose events have no `data`.
 * @param handleEvent called first for each of these events; if it returns true, `notify` is not called
 * @returns a function that unsubscribes
 */
export function subscribe(
  kinds: string[],
  notify: () => void,
  handleEvent: (event: BusinessEvent) => boolean = () => false,
): () => void {
  const subscriber: Subscriber = {
    kinds,
    timer: undefined,
    notifiedAtMs: Number.NEGATIVE_INFINITY,
    notify,
    handleEvent,
  };
  subscribers.add(subscriber);
  stop ??= start();
  return () => {
    clearTimeout(subscriber.timer);
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

function start(): () => void {
  let current: AbortController | undefined;
  const dispose = effect(() => {
    current?.abort();
    current = undefined;
    streamState.value = 'off';
    const path = getStreamPath();
    if (path === null) return;
    const controller = new AbortController();
    current = controller;
    void followStream(path, controller.signal, streamState, notify);
  });
  return () => {
    dispose();
    current?.abort();
    streamState.value = 'off';
  };
}

/** Returns the path of the caller's stream; null for people without one. */
function getStreamPath(): string | null {
  if (role.value === 'customer') return '/api/v1/account/stream';
  if (businessId.value === null) return null;
  return `/api/v1/events/stream?businessId=${encodeURIComponent(businessId.value)}`;
}

/** Notifies the subscribers of an event; undefined is a new connection, which concerns all of them. */
function notify(event: BusinessEvent | undefined): void {
  for (const subscriber of subscribers) {
    const { kinds, handleEvent } = subscriber;
    if (event && (!kinds.some(prefix => event.type.startsWith(prefix)) || handleEvent(event))) continue;
    const waitMs = subscriber.notifiedAtMs + MIN_INTERVAL_MS - performance.now();
    subscriber.timer ??= setTimeout(() => notifySubscriber(subscriber), Math.max(DEBOUNCE_MS, waitMs));
  }
}

function notifySubscriber(subscriber: Subscriber): void {
  subscriber.timer = undefined;
  subscriber.notifiedAtMs = performance.now();
  subscriber.notify();
}
