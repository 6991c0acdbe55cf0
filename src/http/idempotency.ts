import type { Db, TransactionOwner } from '../../db/client.ts';
import type { Ctx } from '../context.ts';
import { deleteInBatches } from '../due-work.ts';
import { AppError, invalid } from '../errors.ts';
import { DAY_MS, iso } from '../platform/clock.ts';
import { sha256 } from '../platform/crypto.ts';
import * as store from './idempotency-store.ts';
import type { RequestExecution, RequestTransaction } from './request-transaction.ts';

const RETENTION_MS = DAY_MS;
const VALID_KEY = /^[\x21-\x7e]{1,255}$/;
/** Error statuses that a retry would only repeat; other errors may be temporary and are not stored. */
const STORED_ERROR_STATUSES = new Set([402, 404, 409, 422]);

/** Returns the validated Idempotency-Key of a request; undefined without one. */
export function readKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === null) return undefined;
  if (!VALID_KEY.test(key))
    throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters', 'pattern');
  return key;
}

/**
 * Stores the first response under each key: looked up before a handler runs, written in the handler's transaction.
 *
 * Equal requests on one node are recognized in memory. Two nodes may both run the handler up to its first write, which
 * opens a transaction that holds the key: it looks the key up again, so the second node replays the response of the
 * first. A node that crashes leaves nothing behind.
 */
export class Idempotency {
  readonly #running = new Map<string, string>();

  /**
   * Starts a request under its key.
   * @param transaction the transaction that all changes of the request join
   * @returns the stored response to replay, or the execution for the handler
   * @throws IDEMPOTENCY_CONFLICT if the key was used for another request, IDEMPOTENCY_IN_PROGRESS while its request runs
   */
  async begin(
    ctx: Ctx,
    transaction: RequestTransaction,
    key: string,
    fingerprint: string,
  ): Promise<Response | IdempotentExecution> {
    const caller = ctx.actor.id;
    const runningKey = `${caller} ${key}`;
    const running = this.#running.get(runningKey);
    if (running !== undefined && running !== fingerprint) throw conflict();
    if (running !== undefined) throw inProgress();
    // Claimed before the lookup, because an equal request could begin while the lookup waits.
    this.#running.set(runningKey, fingerprint);
    const release = () => this.#running.delete(runningKey);
    let stored: Response | undefined;
    try {
      stored = await findStored(ctx, ctx.db, { caller, key, fingerprint });
    } catch (error) {
      release();
      throw error;
    }
    if (!stored) return new IdempotentExecution(ctx, transaction, { caller, key, fingerprint }, release);
    release();
    return stored;
  }
}

/** @throws IDEMPOTENCY_CONFLICT if the key was used for another request */
async function findStored(
  { clock, vault }: Ctx,
  db: Db,
  { caller, key, fingerprint }: IdempotencyKey,
): Promise<Response | undefined> {
  const stored = await store.findResponse(db, { caller, key, now: iso(clock.now()) });
  if (stored && stored.fingerprint !== fingerprint) throw conflict();
  return stored && replay(stored.status, vault.open(stored.body));
}

function inProgress(): AppError {
  return new AppError('IDEMPOTENCY_IN_PROGRESS', 'A request with this Idempotency-Key is still in progress');
}

function conflict(): AppError {
  return new AppError(
    'IDEMPOTENCY_CONFLICT',
    'This Idempotency-Key was already used for a different request',
  );
}

function replay(status: number, body: string): Response {
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json;charset=utf-8', 'Idempotency-Replayed': 'true' },
  });
}

interface IdempotencyKey {
  caller: string;
  key: string;
  fingerprint: string;
}

/** One idempotent request in progress: the changes and the response are committed together or not at all. */
class IdempotentExecution implements RequestExecution {
  readonly #ctx: Ctx;
  readonly #transaction: RequestTransaction;
  readonly #key: IdempotencyKey;
  readonly #release: () => void;
  /** The response that another node stored while the handler ran. */
  #stored: Response | undefined;

  constructor(ctx: Ctx, transaction: RequestTransaction, key: IdempotencyKey, release: () => void) {
    this.#ctx = ctx;
    this.#transaction = transaction;
    this.#key = key;
    this.#release = release;
    transaction.claimFirst({
      key: `request:${key.caller} ${key.key}`,
      check: async db => {
        this.#stored = await findStored(ctx, db, key);
        // Ends the handler. The response of this request is the stored one, even if the handler catches the error.
        if (this.#stored) throw inProgress();
      },
    });
  }

  /** Ends the request: stores the response and commits it with the change, or rolls back both. */
  async finish(response: Response): Promise<Response> {
    try {
      if (this.#stored) return this.#stored;
      const isStored = response.ok || STORED_ERROR_STATUSES.has(response.status);
      if (!isStored && !this.#transaction.isOpen) return response;
      const body = await response.text();
      if (isStored) await this.#commit(response.status, body);
      else await this.#transaction.rollBack();
      return this.#stored ?? new Response(body, { status: response.status, headers: response.headers });
    } finally {
      // Releases the writer even when an error was thrown above.
      this.#transaction.rollBack().catch(() => {});
      this.#release();
    }
  }

  /** The commit of a request without writes opens the transaction, which may find a stored response. */
  async #commit(status: number, body: string): Promise<void> {
    try {
      await this.#transaction.commit(db => this.#store(db, status, body));
    } catch (error) {
      if (!this.#stored) throw error;
    }
  }

  #store(db: Db, status: number, body: string): Promise<void> {
    return insertResponse(this.#ctx, db, { ...this.#key, status, body });
  }
}

async function insertResponse(
  { clock, vault }: Ctx,
  db: Db,
  { body, ...response }: IdempotencyKey & { status: number; body: string },
): Promise<void> {
  const expiresAt = iso(clock.now() + RETENTION_MS);
  // Encrypted, because a response may contain a secret that is shown once and stored nowhere else.
  await store.insertResponse(db, { ...response, body: vault.seal(body), expiresAt });
}

/**
 * Starts a request of an atomic batch under its own key. The batch's transaction runs alone, so no other request can use the key
 * meanwhile. Only a success is stored: any other response ends the batch and its changes.
 * @returns the stored response to replay, or the execution for the handler
 * @throws IDEMPOTENCY_CONFLICT if the key was used for another request
 */
export async function beginInBatch(
  ctx: Ctx,
  key: string,
  fingerprint: string,
): Promise<Response | RequestExecution> {
  const owner = ctx.transactionOwner as TransactionOwner;
  const used = { caller: ctx.actor.id, key, fingerprint };
  const stored = await owner.within(db => findStored(ctx, db, used));
  if (stored) return stored;
  return {
    finish: async response => {
      if (!response.ok) return response;
      const body = await response.text();
      await owner.within(db => insertResponse(ctx, db, { ...used, status: response.status, body }));
      return new Response(body, { status: response.status, headers: response.headers });
    },
  };
}

/** Hashes the method, path, query and body of a request, regardless of the order of the body's fields. */
export async function computeFingerprint(request: Request, body: unknown): Promise<string> {
  const { pathname, search } = new URL(request.url);
  return sha256(`${request.method} ${pathname}${search}\n${JSON.stringify(await canonical(body))}`);
}

async function canonical(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return hashBlob(value);
  if (Array.isArray(value)) return Promise.all(value.map(canonical));
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  const entries = names.map(async name => [name, await canonical((value as Record<string, unknown>)[name])]);
  return Promise.all(entries);
}

/** Hashes a file in pieces, because it can be larger than a request may keep in memory. */
async function hashBlob(blob: Blob): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of blob.stream()) hasher.update(chunk);
  return hasher.digest('hex');
}

/** Deletes expired responses. @returns the number of deleted rows */
export async function deleteExpiredResponses(ctx: Ctx): Promise<number> {
  return deleteInBatches(ctx, (tx, limit) => store.deleteExpired(tx.db, iso(tx.clock.now()), limit));
}
