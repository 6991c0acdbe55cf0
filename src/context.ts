import type { Database, Db } from '../db/client.ts';
import type { POSITIONS, ROLES, SCOPES } from '../db/words.ts';
import type { LoginGuard } from './auth/login-guard.ts';
import type { Config } from './config.ts';
import type { AppError } from './errors.ts';
import type { Assistant } from './platform/assistant.ts';
import type { Clock } from './platform/clock.ts';
import type { Random, Vault } from './platform/crypto.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import type { Mail } from './platform/mail.ts';
import type { Outbound } from './platform/outbound.ts';
import type { Passwords } from './platform/passwords.ts';
import type { Tokens } from './platform/tokens.ts';
import type { Observations } from './reference/observations.ts';
import type { Library } from './reference/rules.ts';

export type Role = (typeof ROLES)[number];
export type Position = (typeof POSITIONS)[number];
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
  | { kind: 'system'; id: 'cli' | 'jobs' | 'setup' | 'verification'; role: 'admin'; businessId: null };

export const NOBODY: Actor = { kind: 'nobody', id: 'nobody', role: null, businessId: null };

/** What an event must leave behind in its own transaction: the deliveries to whoever asked for it. */
export interface Outbox {
  enqueue(tx: TxCtx, event: { id: string; businessId: string; type: string; createdAt: string }): void;
  /** Says that something is due for an endpoint, once the transaction is committed. */
  touch(webhookId: string): void;
  /** The endpoints touched since the last call. */
  take(): string[];
}

/** What an installation is made of; constructed once in app.ts. */
export interface Services {
  config: Config;
  clock: Clock;
  ids: Ids;
  random: Random;
  vault: Vault;
  log: Log;
  database: Database;
  tokens: Tokens;
  passwords: Passwords;
  mail: Mail;
  outbound: Outbound;
  /** The operator's language model, where there is one. */
  assistant: Assistant;
  outbox: Outbox;
  /** What signed webhooks of others must be signed with. */
  webhookSecrets: { verification: string };
  library: Library;
  observations: Observations;
  loginGuard: LoginGuard;
}

/** Who asks, on which connection: the part that every context has. */
interface Asking {
  db: Db;
  actor: Actor;
  requestId: string | null;
  /** Shared by the contexts of one request, so that a transaction inside a transaction is noticed. */
  unit: { isOpen: boolean };
}

/** Everything a service function may touch. `db` reads; it writes only inside `atomically`. */
export interface Ctx extends Services, Asking {
  /** Why the credential of a request that needs none was no good. */
  credentialProblem?: AppError;
  /** The transaction of an idempotent request, opened by its first write. */
  claim?: TransactionOwner;
  inTransaction: boolean;
}

/** A context inside a transaction: whatever waits for something beyond this machine is gone from it. */
export interface TxCtx
  extends Omit<Services, 'mail' | 'outbound' | 'assistant' | 'passwords' | 'tokens'>,
    Asking {
  inTransaction: true;
}

/** For functions that only read, or that open their own transaction when there is none. */
export type AnyCtx = Omit<Ctx, 'mail' | 'outbound' | 'assistant' | 'passwords' | 'tokens'> | TxCtx;

/** Somebody who keeps the outermost transaction open around several pieces of work. */
export interface TransactionOwner {
  within<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

export const CLI: Actor = { kind: 'system', id: 'cli', role: 'admin', businessId: null };
export const JOBS: Actor = { kind: 'system', id: 'jobs', role: 'admin', businessId: null };

/** A provider of verifications: signed for, but no caller. */
export const VERIFIER: Actor = { kind: 'system', id: 'verification', role: 'admin', businessId: null };

export function createCtx(services: Services, actor: Actor, requestId: string | null): Ctx {
  const { reader } = services.database;
  return { ...services, db: reader, actor, requestId, inTransaction: false, unit: { isOpen: false } };
}

/** The same transaction, acted in by the clockwork instead of whoever happened to look. */
export function asSystem(tx: TxCtx): TxCtx {
  return { ...tx, actor: JOBS };
}

/**
 * Runs `work` in one write transaction: all of it happens, or nothing. A nested call joins the outer
 * transaction as a savepoint, so a caught failure undoes its own part alone.
 * @throws UNAVAILABLE when too many writers wait or the disk is full.
 */
export function atomically<T>(ctx: AnyCtx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  if (isInside(ctx)) return ctx.database.savepoint(() => work(ctx));
  // It would wait for the writer that it holds itself, and everybody else with it.
  if (ctx.unit.isOpen)
    return Promise.reject(new Error('Inside a transaction use its tx, not the ctx around it'));
  const open = async (db: Db): Promise<T> => {
    ctx.unit.isOpen = true;
    try {
      return await work({ ...ctx, db, inTransaction: true });
    } finally {
      ctx.unit.isOpen = false;
    }
  };
  return ctx.claim ? ctx.claim.within(open) : ctx.database.transaction(open);
}

function isInside(ctx: AnyCtx): ctx is TxCtx {
  return ctx.inTransaction;
}
