import type { Database, Db } from '../db/client.ts';
import type { LoginGuard } from './auth/login-guard.ts';
import type { Config } from './config.ts';
import type { AppError } from './errors.ts';
import type { Clock } from './platform/clock.ts';
import type { Random } from './platform/crypto.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import type { Mail } from './platform/mail.ts';
import type { Passwords } from './platform/passwords.ts';
import type { Tokens } from './platform/tokens.ts';
import type { Library } from './reference/rules.ts';

export type Role = 'admin' | 'business' | 'customer';
export type Position = 'owner' | 'staff';
export const SCOPES = ['read', 'write', 'review', 'trade', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** Who asks. A key and the system act without a person: a key as its business, the system (CLI, jobs) as admin. */
export type Actor =
  | { kind: 'nobody'; id: 'nobody'; role: null; businessId: null }
  | {
      kind: 'user';
      id: string;
      role: Role;
      businessId: string | null;
      position: Position | null;
      sessionId: string;
    }
  | { kind: 'apiKey'; id: string; role: 'business'; businessId: string; scopes: readonly Scope[] }
  | { kind: 'system'; id: 'cli' | 'jobs' | 'setup'; role: 'admin'; businessId: null };

export const NOBODY: Actor = { kind: 'nobody', id: 'nobody', role: null, businessId: null };

/** What an installation is made of; constructed once in app.ts. */
export interface Services {
  config: Config;
  clock: Clock;
  ids: Ids;
  random: Random;
  log: Log;
  database: Database;
  tokens: Tokens;
  passwords: Passwords;
  mail: Mail;
  library: Library;
  loginGuard: LoginGuard;
}

/** Everything a service function may touch. `db` reads; it writes only inside `atomically`. */
export interface Ctx extends Services {
  db: Db;
  actor: Actor;
  /** Why the credential of a request that needs none was no good. */
  credentialProblem?: AppError;
  requestId: string | null;
  /** The transaction of an idempotent request, opened by its first write. */
  claim?: TransactionOwner;
  inTransaction: boolean;
}

/** A context inside a transaction: whatever reaches beyond this machine is gone from it. */
export type TxCtx = Omit<Ctx, 'mail' | 'passwords'>;

/** Somebody who keeps the outermost transaction open around several pieces of work. */
export interface TransactionOwner {
  within<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

export function createCtx(services: Services, actor: Actor, requestId: string | null): Ctx {
  return { ...services, db: services.database.reader, actor, requestId, inTransaction: false };
}

/**
 * Runs `work` in one write transaction: all of it happens, or nothing. A nested call joins the outer
 * transaction as a savepoint, so a caught failure undoes its own part alone.
 * @throws UNAVAILABLE when too many writers wait or the disk is full.
 */
export function atomically<T>(ctx: TxCtx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  if (ctx.inTransaction) return ctx.database.savepoint(() => work(ctx));
  const open = (db: Db) => work({ ...ctx, db, inTransaction: true });
  return ctx.claim ? ctx.claim.within(open) : ctx.database.transaction(open);
}
