import type { TransactionOwner } from '../../db/client.ts';
import { type Ctx, createCtxFactory, type Services, withTransactionOwner } from '../context.ts';
import { invalid } from '../errors.ts';
import { BackgroundTasks } from '../platform/runtime/background-tasks.ts';
import { withoutNetwork } from './dry-run.ts';
import type { RouteEntry, Tier } from './routes.ts';

/** The batch that a request is part of. */
export interface Batch {
  /** The transaction that all of its requests join; undefined if each request has its own. */
  shared: SharedTransaction | undefined;
  /** Whether a person approved the request of an agent. */
  isApproved?: boolean;
}

/** Operations on passwords and sign-in, whose limits a batch would widen. */
const EXCLUDED_TIERS: readonly Tier[] = ['strict', 'signIn'];

/** Returns whether an operation has JSON in the standard envelope, and no limit against guessing. */
export function isPlain({ tier, bodyKind, responseSchemas }: RouteEntry): boolean {
  const hasEnvelope = [...responseSchemas.values()].some(({ properties }) => properties?.data);
  const hasJson = bodyKind === 'none' || bodyKind === 'json';
  return hasEnvelope && hasJson && !EXCLUDED_TIERS.includes(tier);
}

/** The transaction of a batch whose changes happen together or not at all. */
export class SharedTransaction {
  /** Whether responses are stored under the Idempotency-Keys of the requests. */
  readonly storesResponses: boolean;
  readonly owner: TransactionOwner;
  readonly #createCtx: ReturnType<typeof createCtxFactory>;

  constructor(owner: TransactionOwner, services: Services, { storesResponses = true } = {}) {
    this.owner = owner;
    this.storesResponses = storesResponses;
    this.#createCtx = createCtxFactory(services);
  }

  /** Returns the context of a request whose transactions are savepoints of this one. */
  join(ctx: Ctx): Ctx {
    return withTransactionOwner(this.#createCtx(ctx), this.owner);
  }
}

/**
 * Returns services for requests whose changes may still be rolled back: nothing leaves the installation before the commit.
 * Mails wait in the database for their worker.
 * @param reject called in place of other servers
 * @returns also a function that waits for the work that responses did not wait for, because it needs the transaction
 */
export function untilCommit(
  services: Services,
  reject: () => Promise<never>,
): { services: Services; settled: () => Promise<void> } {
  const backgroundTasks = new BackgroundTasks(services.log);
  const settled = () => backgroundTasks.settled();
  return { services: { ...withoutNetwork(services, reject), backgroundTasks }, settled };
}

export async function rejectInBatch(): Promise<never> {
  const issue = 'must be false for an operation that depends on an external service';
  throw invalid('atomic', issue, 'conflict');
}
