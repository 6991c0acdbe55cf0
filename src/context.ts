import { type AuditedAction, recordAuditEntry } from '../db/audit-entry.ts';
import {
  coversLockKeys,
  type Database,
  type Db,
  type LockKeys,
  type TransactionOwner,
} from '../db/client.ts';
import type { EventRow } from '../db/schema/events.ts';
import type { Config } from './config/index.ts';
import type { AppError } from './errors.ts';
import type { ReferenceServices } from './library/current-reference.ts';
import type { Actor } from './platform/actor.ts';
import type { Assistant } from './platform/assistant.ts';
import type { HttpsControl } from './platform/certificates/control.ts';
import type { Clock } from './platform/clock.ts';
import type { Random, Vault } from './platform/crypto.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import type { Mail } from './platform/mail.ts';
import type { ApplePush } from './platform/outbound/apple-push.ts';
import type { Outbound } from './platform/outbound/client.ts';
import type { PassFiles } from './platform/pass-files.ts';
import type { PaymentGateway } from './platform/payment-gateway.ts';
import type { BackgroundTasks } from './platform/runtime/background-tasks.ts';
import type { EventNotifier } from './platform/runtime/event-notifier.ts';
import type { GetFreeBytes } from './platform/runtime/files.ts';
import type { TestEnvironments } from './platform/runtime/test-environments.ts';
import type { BackgroundWorker } from './platform/runtime/worker-thread.ts';
import type { LoginThrottle } from './platform/security/login-throttle.ts';
import type { Passwords } from './platform/security/passwords.ts';
import type { Pins } from './platform/security/pins.ts';
import type { RecipientLimit } from './platform/security/recipient-limit.ts';
import type { SigningKeys } from './platform/security/signing-keys.ts';
import type { Tokens } from './platform/security/tokens.ts';
import type { FileStorages } from './platform/storage/file-storage.ts';
import type { UpdatesControl } from './platform/updates-control.ts';

export * from './platform/actor.ts';

/** Enqueues webhook deliveries in the event's own transaction. */
export interface Outbox {
  enqueue(
    tx: TxCtx,
    businessId: string,
    events: readonly Pick<EventRow, 'id' | 'type' | 'resourceId' | 'createdAt'>[],
  ): Promise<void>;
  /** Marks an endpoint as having due deliveries; called after the commit that created them. */
  touch(webhook: { id: string; businessId: string }): void;
  /** Returns the endpoints marked since the last call. */
  take(): { id: string; businessId: string }[];
}

/** The services of an installation, constructed once in app.ts, or of the test data of a business. */
export interface Services extends ReferenceServices {
  config: Config;
  clock: Clock;
  ids: Ids;
  random: Random;
  vault: Vault;
  log: Log;
  database: Database;
  /** Work that responses do not wait for; closing the installation does. */
  backgroundTasks: BackgroundTasks;
  tokens: Tokens;
  passwords: Passwords;
  pins: Pins;
  mail: Mail;
  outbound: Outbound;
  applePush: ApplePush;
  assistant: Assistant;
  /** HTTP client for the platforms' endpoints, which the operator configures and users cannot choose. */
  platforms: Outbound;
  outbox: Outbox;
  files: FileStorages;
  freeSpace: GetFreeBytes;
  eventNotifier: EventNotifier;
  paymentGateway: PaymentGateway | null;
  /** The secrets that incoming webhooks must be signed with. */
  webhookSecrets: { verification: string; billing: string };
  signingKeys: SigningKeys;
  loginThrottle: LoginThrottle;
  challenges: ReturnType<Database['createSharedState']>;
  recipientLimit: RecipientLimit;
  /** Solves the planner's optimization problem in a worker thread. */
  solver: BackgroundWorker;
  /** Draws the pictures of links in a worker thread. */
  previewRenderer: BackgroundWorker;
  passFiles: PassFiles;
  /** Whether these are the services of test data. */
  isTestMode: boolean;
  /** Absent outside of the server, and where it cannot serve https. */
  https?: HttpsControl;
  /** Absent outside of the server, and on PostgreSQL. */
  updates?: UpdatesControl;
  testEnvironments: TestEnvironments<Services>;
}

/** Shared by all contexts of one request: detects nested transactions, and keeps the audit entry from being repeated. */
interface TransactionState {
  isOpen: boolean;
  isAudited: boolean;
  lockKeys?: LockKeys;
}

/**
 * Everything a service function may use. It never changes: another context is derived with `as`, `detached`, by
 * `atomically` or the request pipeline. `db` reads; writes happen inside `atomically`.
 */
export interface Ctx extends Readonly<Services> {
  /** The connection for reads: the open transaction's, or else the reader. */
  readonly db: Db;
  readonly actor: Actor;
  readonly requestId: string | null;
  /** The trace of the caller and the request's own span in it, as a header; null if the caller sent none. */
  readonly traceparent: string | null;
  /** The audit log entry for an admin's change; null for automatic work. */
  readonly auditEntry: AuditedAction | null;
  /** The address that the request's rate limit counts by; absent outside requests. */
  readonly clientIp?: string;
  /** Why the credential was rejected, on a route where a credential is optional. */
  readonly credentialProblem?: AppError;
  readonly transactionOwner: TransactionOwner | null;
  readonly transactionState: TransactionState;
  readonly inTransaction: boolean;
  /** Derives the context of another actor. `requestId` and trace are kept unless another ID is passed. */
  as(actor: Actor, requestId?: string | null): Ctx;
  /** Derives a context for separate work: own transactions, no audit entry. It may outlive the request. */
  detached(): Ctx;
}

/** Services that wait for the network or a disk. */
type IoServices = keyof Pick<
  Services,
  | 'applePush'
  | 'assistant'
  | 'files'
  | 'https'
  | 'updates'
  | 'mail'
  | 'outbound'
  | 'paymentGateway'
  | 'platforms'
  | 'testEnvironments'
>;
type SlowServices = keyof Pick<
  Services,
  'passFiles' | 'passwords' | 'pins' | 'previewRenderer' | 'solver' | 'tokens'
>;

/** A context inside a transaction: it has no services that wait for anything but the database. */
export interface TxCtx extends Omit<Ctx, IoServices | SlowServices | 'as' | 'detached' | 'inTransaction'> {
  readonly inTransaction: true;
  as(actor: Actor, requestId?: string | null): TxCtx;
}

/** A context for functions that only read, or that open their own transaction when none is open. */
export type AnyCtx = Omit<Ctx, IoServices | SlowServices> | TxCtx;

/** The fields that differ between the contexts of one installation; `txDb` is the connection inside `atomically`. */
type ContextFields = Pick<
  Ctx,
  | 'actor'
  | 'requestId'
  | 'traceparent'
  | 'auditEntry'
  | 'clientIp'
  | 'credentialProblem'
  | 'transactionOwner'
  | 'transactionState'
> & { readonly txDb: Db | null };

export type CtxOptions = Pick<ContextFields, 'actor' | 'requestId'> &
  Partial<Pick<ContextFields, 'traceparent' | 'auditEntry' | 'clientIp' | 'credentialProblem'>>;

/** Creates the function that creates contexts. They inherit the services, because copying them takes far longer. */
export function createCtxFactory(services: Services): (options: CtxOptions) => Ctx {
  const prototype = Object.create(services, Object.getOwnPropertyDescriptors(METHODS)) as object;
  return ({ actor, requestId, traceparent = null, auditEntry = null, clientIp, credentialProblem }) =>
    construct(prototype, {
      actor,
      requestId,
      traceparent,
      auditEntry,
      clientIp,
      credentialProblem,
      transactionOwner: null,
      transactionState: { isOpen: false, isAudited: false },
      txDb: null,
    });
}

/** Returns the services of a context: it inherits from a prototype that inherits from them. */
export function getServices(ctx: Ctx): Services {
  return Object.getPrototypeOf(Object.getPrototypeOf(ctx)) as Services;
}

/** Creates one context. Callers that need many keep a factory. */
export function createCtx(
  services: Services,
  actor: Actor,
  requestId: string | null,
  auditEntry: AuditedAction | null = null,
): Ctx {
  return createCtxFactory(services)({ actor, requestId, auditEntry });
}

/** A context as this module sees it. */
type InternalCtx = Ctx & ContextFields;

const METHODS: ThisType<InternalCtx> & object = {
  get db(): Db {
    return this.txDb ?? this.transactionOwner?.db ?? this.database.reader;
  },
  get inTransaction(): boolean {
    return this.txDb !== null;
  },
  as(actor: Actor, requestId?: string | null): Ctx {
    return derive(this, requestId === undefined ? { actor } : { actor, requestId, traceparent: null });
  },
  detached(): Ctx {
    const { transactionOwner } = this;
    return derive(this, {
      auditEntry: null,
      transactionOwner: transactionOwner?.includesDetachedWork ? transactionOwner : null,
      transactionState: { isOpen: false, isAudited: false },
    });
  },
};

/** Derives the context of a request whose transactions all join one. Only the request pipeline calls it. */
export function withTransactionOwner(ctx: Ctx, transactionOwner: TransactionOwner): Ctx {
  return derive(ctx, { transactionOwner });
}

function derive(ctx: AnyCtx, changes: Partial<ContextFields>): Ctx {
  return construct(Object.getPrototypeOf(ctx), { ...(ctx as InternalCtx), ...changes });
}

/** Assigns the fields one by one, because `Object.assign` takes ten times as long. */
function construct(prototype: object, fields: ContextFields): Ctx {
  const ctx = Object.create(prototype) as { -readonly [K in keyof ContextFields]: ContextFields[K] };
  ctx.actor = fields.actor;
  ctx.requestId = fields.requestId;
  ctx.traceparent = fields.traceparent;
  ctx.auditEntry = fields.auditEntry;
  ctx.clientIp = fields.clientIp;
  ctx.credentialProblem = fields.credentialProblem;
  ctx.transactionOwner = fields.transactionOwner;
  ctx.transactionState = fields.transactionState;
  ctx.txDb = fields.txDb;
  return Object.freeze(ctx) as InternalCtx;
}

/** Sets the record of the current admin action, unless the request already named it. */
export function nameTarget({ auditEntry }: AnyCtx, id: string): void {
  if (auditEntry) auditEntry.target ??= id;
}

/**
 * Runs `work` in one write transaction: all of it happens, or nothing. A nested call with `tx` becomes a savepoint, so
 * a caught failure undoes only its own part.
 * @param lockKeys everything that `work` reads to decide and that others may change meanwhile; none to run alone
 * @throws UNAVAILABLE when the write queue or the disk is full
 */
export function atomically<T>(ctx: AnyCtx, work: (tx: TxCtx) => Promise<T>, lockKeys?: LockKeys): Promise<T> {
  const { database, transactionOwner, transactionState, auditEntry } = ctx;
  if (isTransaction(ctx)) {
    if (lockKeys && !coversLockKeys(transactionState.lockKeys, lockKeys))
      return Promise.reject(new Error(`The transaction around has fewer lock keys than [${lockKeys}]`));
    return database.savepoint(ctx.db, () => work(ctx));
  }
  // Otherwise it would wait forever for the transaction that it is part of, and block all other writes.
  if (transactionState.isOpen)
    return Promise.reject(new Error('Inside a transaction use its tx, not the ctx around it'));
  const keys: LockKeys | undefined = lockKeys && shouldAudit(ctx) ? [...lockKeys, 'audit'] : lockKeys;
  const open = async (db: Db): Promise<T> => {
    transactionState.isOpen = true;
    transactionState.lockKeys = lockKeys;
    try {
      const result = await work(derive(ctx, { txDb: db }) as unknown as TxCtx);
      if (auditEntry && shouldAudit(ctx)) await recordAuditEntry(db, ctx, auditEntry, result);
      return result;
    } finally {
      transactionState.isOpen = false;
    }
  };
  const done = transactionOwner ? transactionOwner.within(open, keys) : database.transaction(open, keys);
  if (!shouldAudit(ctx)) return done;
  // Set after the commit, so that after a failure the next transaction of the request records the entry.
  return done.then(result => {
    transactionState.isAudited = true;
    return result;
  });
}

/** Only admins' own actions are audited; automatic work and other users' changes are recorded by events alone. */
function shouldAudit({ actor, auditEntry, transactionState }: AnyCtx): boolean {
  return auditEntry !== null && actor.role === 'admin' && !transactionState.isAudited;
}

function isTransaction(ctx: AnyCtx): ctx is TxCtx {
  return ctx.inTransaction;
}
