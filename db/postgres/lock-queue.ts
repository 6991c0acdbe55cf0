import type { LockKeys } from '../client.ts';

/**
 * Orders the transactions of this node before they take connections and locks of the server: those with a common key run
 * one after another, and one without lock keys runs alone. A transaction that waits here costs nothing, and the locks
 * only order the nodes.
 */
export class LockQueue {
  /** The end of the newest transaction of each key. */
  private readonly newest = new Map<string, Promise<void>>();
  private readonly unfinished = new Set<Promise<void>>();
  private lastAlone: Promise<void> = Promise.resolve();

  /** Waits for the transactions that must end first. @returns the function that ends this one */
  async enter(lockKeys: LockKeys | undefined): Promise<() => void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const keys: readonly string[] = lockKeys ?? [];
    const before = lockKeys
      ? [this.lastAlone, ...keys.map(key => this.newest.get(key))]
      : [...this.unfinished];
    if (!lockKeys) this.lastAlone = ended;
    for (const key of keys) this.newest.set(key, ended);
    this.unfinished.add(ended);
    await Promise.all(before);
    return () => {
      this.unfinished.delete(ended);
      for (const key of keys) if (this.newest.get(key) === ended) this.newest.delete(key);
      resolve();
    };
  }
}
