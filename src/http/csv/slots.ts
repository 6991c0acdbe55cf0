import { AppError } from '../../errors.ts';

const MAX_FILES = 50;
/** A person downloads few lists at a time; each costs as much as many requests. */
const MAX_FILES_PER_CALLER = 4;
const RETRY_AFTER_SECONDS = 10;

/** Limits how many lists are sent as files at the same time. */
export class CsvSlots {
  #total = 0;
  readonly #byCaller = new Map<string, number>();

  /** Takes a slot. @returns a function that frees it, once @throws UNAVAILABLE if none is free */
  take(caller: string): () => void {
    const own = this.#byCaller.get(caller) ?? 0;
    if (own >= MAX_FILES_PER_CALLER) throw full(`${MAX_FILES_PER_CALLER} downloads per caller`);
    if (this.#total >= MAX_FILES) throw full(`${MAX_FILES} downloads`);
    this.#total += 1;
    this.#byCaller.set(caller, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#total -= 1;
      const left = (this.#byCaller.get(caller) ?? 1) - 1;
      if (left > 0) this.#byCaller.set(caller, left);
      else this.#byCaller.delete(caller);
    };
  }
}

function full(limit: string): AppError {
  const message = `Limit of ${limit} at the same time reached; retry when one has finished`;
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
