import { useEffect, useRef } from 'preact/hooks';

/** How often what waits for somebody else is looked at again: customers have no stream of events. */
const POLL_INTERVAL_MS = 5_000;
/** For what changes rarely, and costs several reads. */
export const SLOW_POLL_MS = 20_000;

/** Calls `refresh` every few seconds while `isOn` and the page is in view, and when it comes into view again. */
export function usePolling(refresh: () => void, isOn: boolean, everyMs = POLL_INTERVAL_MS): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (!isOn) return;
    const look = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOn, everyMs]);
}
