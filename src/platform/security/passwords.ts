import { AppError } from '../../errors.ts';

/** OWASP's minimum for argon2id: 19 MiB, 2 passes. One hash takes about 25 ms of a core (stack.md B10). */
const DEFAULT_COST: HashCost = { memoryKib: 19_456, passes: 2 };
const MAX_CONCURRENT = 4;
const MAX_QUEUED = 64;
const RETRY_AFTER_SECONDS = 2;

export interface HashCost {
  memoryKib: number;
  passes: number;
}

/**
 * Hashes passwords with argon2id in PHC format, in the form in which all keyboards write them: é is one character or two, by
 * the device. Both methods throw UNAVAILABLE if the queue is full.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time without a hash, so that timing does not reveal which accounts exist. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

export function createPasswords(cost: HashCost = DEFAULT_COST): Passwords {
  const limit = createConcurrencyLimit(MAX_CONCURRENT, MAX_QUEUED);
  const hash = (password: string) =>
    limit(() =>
      Bun.password.hash(toNormalForm(password), {
        algorithm: 'argon2id',
        memoryCost: cost.memoryKib,
        timeCost: cost.passes,
      }),
    );
  let decoy: Promise<string> | undefined;
  /** Created with the first comparison; a failure because the queue is full is not cached. */
  const decoyHash = (): Promise<string> => {
    if (decoy !== undefined) return decoy;
    decoy = hash('decoy password');
    decoy.catch(() => {
      decoy = undefined;
    });
    return decoy;
  };
  return {
    hash,
    async verify(password, stored) {
      const decoyPromise = decoyHash();
      const against = stored ?? (await decoyPromise);
      let matches = await limit(() => Bun.password.verify(toNormalForm(password), against));
      // Hashes of before 2026-11-28 are of the password as it was typed.
      if (!matches && password !== toNormalForm(password))
        matches = await limit(() => Bun.password.verify(password, against));
      return matches && stored !== null;
    },
  };
}

/** NIST SP 800-63B 3.1.1.2 recommends NFKC or NFKD. */
function toNormalForm(password: string): string {
  return password.normalize('NFKC');
}

/** Runs up to `maxConcurrent` tasks and queues up to `maxQueued` more; rejects any further task immediately. */
function createConcurrencyLimit(maxConcurrent: number, maxQueued: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  const acquire = async (): Promise<void> => {
    if (running < maxConcurrent) {
      running++;
      return;
    }
    if (queue.length >= maxQueued) {
      throw new AppError('UNAVAILABLE', 'Too many simultaneous sign-ins; retry shortly', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    await new Promise<void>(resolve => queue.push(resolve));
  };
  // Hand the slot directly to the next queued task, so that a new one cannot take it.
  const release = (): void => {
    const next = queue.shift();
    if (next) next();
    else running--;
  };
  return async <T>(task: () => Promise<T>): Promise<T> => {
    await acquire();
    try {
      return await task();
    } finally {
      release();
    }
  };
}
