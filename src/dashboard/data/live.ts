import { effect, signal } from '@preact/signals';
import { openStream } from './api.ts';
import { businessId } from './session.ts';

/** The stream of events: not open, open, or broken and about to be opened again. */
export const streamState = signal<'off' | 'on' | 'lost'>('off');

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Events that come together are one reason to read again. */
const GATHER_MS = 200;

interface Follower {
  kinds: string[];
  timer: ReturnType<typeof setTimeout> | undefined;
  notify: () => void;
}

const followers = new Set<Follower>();
let stop: (() => void) | undefined;

/**
 * Calls `notify` after events whose kind begins with one of `kinds`, and after a connection that was lost is
 * back, since nobody knows what was missed. Customers have no stream: for them nothing is called.
 * @returns what ends it
 */
export function follow(kinds: string[], notify: () => void): () => void {
  const follower: Follower = { kinds, timer: undefined, notify };
  followers.add(follower);
  stop ??= start();
  return () => {
    clearTimeout(follower.timer);
    followers.delete(follower);
    if (followers.size > 0) return;
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
      for await (const kind of openStream(business, signal)) {
        streamState.value = 'on';
        waitMs = FIRST_WAIT_MS;
        if (kind === '' && isFirst) isFirst = false;
        else tell(kind);
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

/** An empty kind is a new connection, and concerns everybody. */
function tell(kind: string): void {
  for (const follower of followers) {
    if (kind !== '' && !follower.kinds.some(start => kind.startsWith(start))) continue;
    clearTimeout(follower.timer);
    follower.timer = setTimeout(follower.notify, GATHER_MS);
  }
}
