import { useEffect, useRef } from 'preact/hooks';

/** Default interval; customers have no event stream. */
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
