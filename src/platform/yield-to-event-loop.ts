/**
 * Lets the event loop turn once: for long work that must not keep others from being answered. Not a sleep;
 * inside a transaction the readers see the state before it, and the other writers wait.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
