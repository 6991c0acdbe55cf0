import type { Domain } from '../client.ts';

/**
 * Orders the transactions of this node before they take connections and locks of the server: those with a common key run
 * one after another, and one without a domain runs alone. A transaction that waits here costs nothing, and the locks
 * only order the nodes.
 */
export class DomainQueue {
  /** The end of the newest transaction of each key. */
  private readonly newest = new Map<string, Promise<void>>();
  private readonly unfinished = new Set<Promise<void>>();
  private lastAlone: Promise<void> = Promise.resolve();

  /** Waits for the transactions that must end first. @returns the function that ends this one */
  async enter(domain: Domain | undefined): Promise<() => void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const keys: readonly string[] = domain ?? [];
    const before = domain ? [this.lastAlone, ...keys.map(key => this.newest.get(key))] : [...this.unfinished];
    if (!domain) this.lastAlone = ended;
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
