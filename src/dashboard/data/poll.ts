import { useEffect, useRef } from 'preact/hooks';
import { streamState, subscribe } from './live.ts';

/** Default interval. */
const POLL_INTERVAL_MS = 5_000;
/** For data that changes rarely and takes several requests. */
export const SLOW_POLL_MS = 20_000;

/** Calls `refresh` at an interval while `isOn` and the page is visible, and when it becomes visible again. */
export function usePolling(refresh: () => void, isOn: boolean, everyMs = POLL_INTERVAL_MS): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (!isOn) return;
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(refreshIfVisible, everyMs);
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshIfVisible);
    };
  }, [isOn, everyMs]);
}

/**
 * Calls `refresh` after each change to the caller's records while the page is visible. While their stream is not open, calls
 * it at an interval if `isPending`.
 * @param isPending whether a change is expected; undefined before the data is loaded
 */
export function useOwnChanges(refresh: () => void, isPending: boolean | undefined, everyMs?: number): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  const isLoaded = isPending !== undefined;
  usePolling(() => streamState.peek() !== 'on' && refresh(), isPending === true, everyMs);
  useEffect(() => {
    if (!isLoaded) return;
    let unsubscribe = () => {};
    // A change can come between the response that is shown and the start of the stream.
    let mayHaveMissed = isPending;
    const follow = () => {
      unsubscribe();
      unsubscribe = () => {};
      // A hidden page would keep one of the few connections that a browser opens to a server.
      if (document.visibilityState === 'hidden') mayHaveMissed = true;
      else unsubscribe = subscribe([''], () => latest.current());
    };
    let before = streamState.peek();
    const stop = streamState.subscribe(state => {
      if (before === 'off' && state === 'on' && mayHaveMissed) latest.current();
      before = state;
    });
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      stop();
      unsubscribe();
      document.removeEventListener('visibilitychange', follow);
    };
  }, [isLoaded]);
}
