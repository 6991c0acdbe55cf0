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

/** Passwords as argon2id in PHC form. Both calls throw UNAVAILABLE when too many others wait. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long when there is no hash to compare with, so that nobody learns which addresses exist. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

export function createPasswords(cost: HashCost = DEFAULT_COST): Passwords {
  const limit = createConcurrencyLimit(MAX_CONCURRENT, MAX_QUEUED);
  const hash = (password: string) =>
    limit(() =>
      Bun.password.hash(password, {
        algorithm: 'argon2id',
        memoryCost: cost.memoryKib,
        timeCost: cost.passes,
      }),
    );
  let decoy: Promise<string> | undefined;
  /** Made with the first comparison, whosever it is; a refusal while many wait is not kept. */
  const decoyHash = (): Promise<string> => {
    if (decoy) return decoy;
    decoy = hash('a password that nobody has');
    decoy.catch(() => {
      decoy = undefined;
    });
    return decoy;
  };
  return {
    hash,
    async verify(password, stored) {
      const nobodys = decoyHash();
      const against = stored ?? (await nobodys);
      const matches = await limit(() => Bun.password.verify(password, against));
      return matches && stored !== null;
    },
  };
}

/** At most `atOnce` tasks run, at most `waiting` queue behind them; one more is refused at once. */
function createConcurrencyLimit(atOnce: number, waiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running++;
      return;
    }
    if (queue.length >= waiting) {
      throw new AppError('UNAVAILABLE', 'Too many simultaneous sign-ins; retry shortly', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    await new Promise<void>(resolve => queue.push(resolve));
  };
  // A leaver hands its place to the next in line, so a newcomer cannot slip in between.
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else running--;
  };
  return async <T>(task: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
