import { atomically, type Ctx, getServices, type Scope } from '../context.ts';
import { AppError, forbidden } from '../errors.ts';
import * as events from '../events/service.ts';
import { type Agent, charge, type NeedsApproval } from '../mandates/service/charge.ts';
import { type ProposedRequest, propose } from '../mandates/service/proposals.ts';
import { isPlain, SharedTransaction, untilCommit } from './batch.ts';
import { RequestTransaction } from './request-transaction.ts';
import type { RouteEntry } from './routes.ts';

/** Operations that need no place in a mandate: they show what the agent is and proposed, or run others. MCP has no ID. */
const ALWAYS_ALLOWED = ['getCaller', 'listProposals', 'getProposal', 'runBatch', ''];

/** Access rules that let API keys in. */
const FOR_KEYS = ['public', 'optional', 'any', 'business'];
/** The scope of changes to keys, users and settings. */
const SETTINGS: Scope = 'manage';

/** Returns whether an agent can have an operation: a read, or a change that can be undone until it is charged. */
export function isForAgents(route: RouteEntry): boolean {
  const isSafe = route.method === 'GET' || (route.dryRun && route.scope !== SETTINGS);
  return isSafe && isPlain(route) && FOR_KEYS.includes(route.access) && route.idempotent !== 'batch';
}

/** Returns whether an agent with these tools may call an operation. */
export function isTool(tools: readonly string[], operationId: string): boolean {
  return ALWAYS_ALLOWED.includes(operationId) || tools.includes(operationId);
}

/** @throws FORBIDDEN for an operation that is not among the agent's tools */
export function assertTool({ mandate }: Agent, { operationId }: RouteEntry): void {
  if (isTool(mandate.tools, operationId)) return;
  throw forbidden('mandate', "This operation is not among the agent's tools", mandate.tools);
}

type SentRequest = Omit<ProposedRequest, 'operationId'>;

/** A change by an agent: it is committed together with its charge, or not at all. */
export class AgentExecution {
  /** The context for the handler. */
  readonly ctx: Ctx;
  readonly shared: SharedTransaction;
  readonly #outer: Ctx;
  readonly #agent: Agent;
  readonly #operationId: string;
  readonly #transaction: RequestTransaction;
  readonly #settled: () => Promise<void>;
  /** The sequence of the latest event of the business before the request. */
  #after = 0;

  constructor(ctx: Ctx, agent: Agent, { operationId }: RouteEntry) {
    this.#outer = ctx;
    this.#agent = agent;
    this.#operationId = operationId;
    const { services, settled } = untilCommit(getServices(ctx), rejectForAgent);
    this.#settled = settled;
    this.#transaction = new RequestTransaction(ctx.database, { includesDetachedWork: true });
    const { id, businessId } = agent;
    this.#transaction.claimFirst({
      key: `request:${id}`,
      check: async db => {
        this.#after = await events.getLastSequence({ db }, businessId);
      },
    });
    this.shared = new SharedTransaction(this.#transaction, services);
    this.ctx = this.shared.join(ctx);
  }

  /**
   * Charges and commits the change of a successful response.
   * @throws the errors of `charge`, and APPROVAL_REQUIRED after the request was saved for a person; nothing is changed then
   */
  async finish(sent: SentRequest, response: Response): Promise<Response> {
    if (!this.#transaction.isOpen) return response;
    let waits: NeedsApproval | undefined;
    try {
      await this.#settled();
      if (!response.ok) return response;
      const request = { agent: this.#agent, operationId: this.#operationId, after: this.#after };
      waits = await atomically(this.ctx, tx => charge(tx, request));
      if (!waits) await this.#transaction.commit(async () => {});
    } finally {
      await this.#transaction.rollBack();
    }
    if (waits) throw await this.#propose(sent, waits, response);
    return response;
  }

  async #propose(sent: SentRequest, { cents }: NeedsApproval, response: Response): Promise<AppError> {
    const { data: preview } = (await response.json()) as { data: unknown };
    const proposed = { ...sent, operationId: this.#operationId };
    const { id, expiresAt } = await propose(this.#outer, this.#agent, proposed, { cents, preview });
    const message = `Nothing was changed: the request waits for a person to approve it, as GET /proposals/${id} shows`;
    return new AppError('APPROVAL_REQUIRED', message, { proposal: { id, expiresAt } });
  }
}

async function rejectForAgent(): Promise<never> {
  throw forbidden('mandate', "An agent can't call operations that depend on an external service", []);
}
