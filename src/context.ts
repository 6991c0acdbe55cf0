import { type AuditedAction, recordAuditEntry } from '../db/audit-entry.ts';
import type { Database, Db } from '../db/client.ts';
import type { PERMISSIONS, POSITIONS, ROLES, SCOPES } from '../db/enums.ts';
import type { Config } from './config/index.ts';
import type { AppError } from './errors.ts';
import type { ReferenceLibrary } from './library/library.ts';
import type { ObservedBenchmarksCache } from './library/observed-benchmarks-cache.ts';
import type { Assistant } from './platform/assistant.ts';
import type { Clock } from './platform/clock.ts';
import type { Random, Vault } from './platform/crypto.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import type { Mail } from './platform/mail.ts';
import type { Outbound } from './platform/outbound/client.ts';
import type { PaymentGateway } from './platform/payment-gateway.ts';
import type { GetFreeBytes } from './platform/runtime/files.ts';
import type { BackgroundWorker } from './platform/runtime/worker-thread.ts';
import type { LoginThrottle } from './platform/security/login-throttle.ts';
import type { Passwords } from './platform/security/passwords.ts';
import type { RecipientLimit } from './platform/security/recipient-limit.ts';
import type { Tokens } from './platform/security/tokens.ts';

export type Role = (typeof ROLES)[number];
export type Position = (typeof POSITIONS)[number];
export type Permission = (typeof PERMISSIONS)[number];
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
  | {
      kind: 'system';
      id: 'cli' | 'jobs' | 'setup' | 'verification' | 'billing' | 'exchange';
      role: 'admin';
      businessId: null;
    };

export const ANONYMOUS: Actor = { kind: 'nobody', id: 'nobody', role: null, businessId: null };

/** Does a rule act, with no person behind it? Jobs and signed webhooks do; the command line is a person's. */
export function isAutomatic({ kind, id }: Actor): boolean {
  return kind === 'system' && id !== 'cli';
}

/** What events must leave behind in their own transaction: the deliveries to whoever asked for them. */
export interface Outbox {
  enqueue(
    tx: TxCtx,
    businessId: string,
    events: readonly { id: string; type: string; createdAt: string }[],
  ): void;
  /** Says that something is due for an endpoint, once the transaction is committed. */
  touch(webhookId: string): void;
  /** The endpoints touched since the last call. */
  take(): string[];
}

/** Which logs of events grew since the last commit, for the streams that follow them. */
export interface EventNotifier {
  /** Says of which businesses to take note; of none until then. */
  follow(isFollowed: (businessId: string) => boolean): void;
  note(businessId: string): void;
  /** The businesses noted since the last call. */
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
  /** The way to the endpoints of platforms, which the operator and we name, never a user. */
  platforms: Outbound;
  outbox: Outbox;
  freeSpace: GetFreeBytes;
  eventNotifier: EventNotifier;
  /** Stripe, where it is configured. */
  paymentGateway: PaymentGateway | null;
  /** What signed webhooks of others must be signed with. */
  webhookSecrets: { verification: string; billing: string };
  library: ReferenceLibrary;
  observations: ObservedBenchmarksCache;
  loginThrottle: LoginThrottle;
  recipientLimit: RecipientLimit;
  /** Makes the plans of the planner. */
  solver: BackgroundWorker;
}

/** Who asks, on which connection: the part that every context has. */
interface RequestScope {
  db: Db;
  actor: Actor;
  requestId: string | null;
  /** What an admin's change is recorded as; null for the clockwork. */
  auditEntry: AuditedAction | null;
  /**
   * Shared by the contexts of one request, so that a transaction inside a transaction is noticed, and a deed of
   * several transactions is recorded once.
   */
  transactionState: { isOpen: boolean; isRecorded?: boolean };
}

/** Everything a service function may touch. `db` reads; it writes only inside `atomically`. */
export interface Ctx extends Services, RequestScope {
  /** The address that the request counts against; absent without a request. */
  clientIp?: string;
  /** Why the credential of a request that needs none was no good. */
  credentialProblem?: AppError;
  /** The transaction of an idempotent request, opened by its first write. */
  transactionOwner?: TransactionOwner;
  inTransaction: boolean;
}

/** What waits for something beyond this machine, or for a long computation. */
type IoServices = keyof Pick<
  Services,
  'assistant' | 'mail' | 'outbound' | 'passwords' | 'paymentGateway' | 'platforms' | 'solver' | 'tokens'
>;

/** A context inside a transaction: whatever waits for something beyond this machine is gone from it. */
export interface TxCtx extends Omit<Services, IoServices>, RequestScope {
  inTransaction: true;
}

/** For functions that only read, or that open their own transaction when there is none. */
export type AnyCtx = Omit<Ctx, IoServices> | TxCtx;

/** Somebody who keeps the outermost transaction open around several pieces of work. */
export interface TransactionOwner {
  within<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

export const CLI: Actor = { kind: 'system', id: 'cli', role: 'admin', businessId: null };
export const SCHEDULER: Actor = { kind: 'system', id: 'jobs', role: 'admin', businessId: null };

/** A provider of verifications: signed for, but no caller. */
export const VERIFICATION_WEBHOOK: Actor = {
  kind: 'system',
  id: 'verification',
  role: 'admin',
  businessId: null,
};

/** A payment provider: signed for, but no caller. */
export const BILLING_WEBHOOK: Actor = { kind: 'system', id: 'billing', role: 'admin', businessId: null };

/** Whoever is on the other side of a trade: the exchange never says who that is. */
export const EXCHANGE: Actor = { kind: 'system', id: 'exchange', role: 'admin', businessId: null };

export function createCtx(
  services: Services,
  actor: Actor,
  requestId: string | null,
  deed: AuditedAction | null = null,
): Ctx {
  const { reader } = services.database;
  return {
    ...services,
    db: reader,
    actor,
    requestId,
    auditEntry: deed,
    inTransaction: false,
    transactionState: { isOpen: false },
  };
}

/** Tells the audit entry of the present action which record it is about, where its caller named it otherwise. */
export function nameTarget({ auditEntry }: AnyCtx, id: string): void {
  if (auditEntry) auditEntry.target ??= id;
}

/** The same transaction, acted in by the clockwork instead of whoever happened to look. */
export function asSystem(tx: TxCtx): TxCtx {
  return { ...tx, actor: SCHEDULER };
}

/** The same transaction as other tenants may read of it: without the caller and its request. */
export function asExchange(tx: TxCtx): TxCtx {
  return { ...tx, actor: EXCHANGE, requestId: null };
}

/**
 * Runs `work` in one write transaction: all of it happens, or nothing. A nested call joins the outer
 * transaction as a savepoint, so a caught failure undoes its own part alone.
 * @throws UNAVAILABLE when too many writers wait or the disk is full.
 */
export function atomically<T>(ctx: AnyCtx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  if (isInside(ctx)) return ctx.database.savepoint(() => work(ctx));
  // It would wait for the writer that it holds itself, and everybody else with it.
  if (ctx.transactionState.isOpen)
    return Promise.reject(new Error('Inside a transaction use its tx, not the ctx around it'));
  const open = async (db: Db): Promise<T> => {
    ctx.transactionState.isOpen = true;
    try {
      const result = await work({ ...ctx, db, inTransaction: true });
      if (ctx.auditEntry && shouldAudit(ctx)) recordAuditEntry(db, ctx, ctx.auditEntry, result);
      return result;
    } finally {
      ctx.transactionState.isOpen = false;
    }
  };
  const done = ctx.transactionOwner ? ctx.transactionOwner.within(open) : ctx.database.transaction(open);
  return shouldAudit(ctx) ? done.then(result => recorded(ctx, result)) : done;
}

/** What the clockwork does, and what people do to their own, is told by events alone. */
function shouldAudit({ actor, auditEntry, transactionState }: RequestScope): boolean {
  return auditEntry !== null && actor.role === 'admin' && transactionState.isRecorded !== true;
}

/** Only what is committed counts: after a failure the next transaction of the deed records it. */
function recorded<T>({ transactionState }: RequestScope, result: T): T {
  transactionState.isRecorded = true;
  return result;
}

function isInside(ctx: AnyCtx): ctx is TxCtx {
  return ctx.inTransaction;
}
