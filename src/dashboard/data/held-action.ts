/** Time during which an action can be undone, because its request is sent only afterwards. */
export const HOLD_MS = 6_000;

/** An action that the page shows as done before its request is sent. */
interface HeldAction {
  /** Sends the request. It may run while the page closes, so the request must outlive the page. */
  send(): Promise<void>;
  /** Restores the state before the action. Called instead of `send`. */
  undo(): void;
}

let held: { action: HeldAction; timer: ReturnType<typeof setTimeout> } | undefined;

/** Holds an action back for `HOLD_MS`, or until the next one, or until the user leaves the page. */
export function hold(action: HeldAction): void {
  void sendHeld();
  held = { action, timer: setTimeout(() => void sendHeld(), HOLD_MS) };
}

/** Sends the held action now. Resolves when its request is done; immediately if none is held. */
export async function sendHeld(): Promise<void> {
  await take()?.send();
}

/** Undoes the held action. @returns false if its request has been sent */
export function undoHeld(): boolean {
  const action = take();
  action?.undo();
  return action !== undefined;
}

function take(): HeldAction | undefined {
  if (!held) return undefined;
  const { action, timer } = held;
  held = undefined;
  clearTimeout(timer);
  return action;
}

/** Sends the held action when the page is closed, or hidden: a phone may never close a page that it has hidden. */
export function sendHeldOnLeave(): () => void {
  const leave = () => void sendHeld();
  const hide = () => {
    if (document.visibilityState === 'hidden') leave();
  };
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', hide);
  return () => {
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', hide);
    leave();
  };
}
