import { withTransactionOwner } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { isAgent } from '../../mandates/service/charge.ts';
import { AgentExecution } from '../agent-request.ts';
import type { SharedTransaction } from '../batch.ts';
import { DRY_RUN_HEADER, DryRun, isDryRunRequested } from '../dry-run.ts';
import type { RoutedRequest } from '../request-state.ts';
import { RequestTransaction } from '../request-transaction.ts';

/**
 * Prepares the rollback of a request with `X-Dry-Run: true`.
 * @throws VALIDATION_ERROR for a route without dry runs and for a query parameter, because the change must not be made for
 *   real instead
 */
export function beginDryRun(state: RoutedRequest): void {
  const { request, route } = state;
  if (route.method !== 'GET' && new URL(request.url).searchParams.has('dryRun')) {
    const hint = route.dryRun ? `; send the header ${DRY_RUN_HEADER}: true` : '';
    throw invalid('dryRun', `is not a query parameter of this operation${hint}`, 'unknown');
  }
  if (!isDryRunRequested(request.headers)) return;
  if (!route.dryRun) throw invalid(DRY_RUN_HEADER, 'is not supported for this operation', 'conflict');
  const dryRun = new DryRun(state.ctx);
  state.ctx = dryRun.ctx;
  state.execution = dryRun;
  state.isDryRun = true;
}

/**
 * Derives the context of a request with an Idempotency-Key: all its changes and its stored response join one
 * transaction, which the first write opens. The `idempotent` macro checks the key once the body is parsed. So do all changes
 * of an agent, and its charge.
 */
export function prepareTransaction(state: RoutedRequest): void {
  const { request, route, ctx, isDryRun, batch } = state;
  if (batch?.shared) {
    joinBatch(state, batch.shared, batch.isApproved);
    return;
  }
  if (isAgent(ctx.actor) && route.method !== 'GET' && route.idempotent !== 'batch' && !isDryRun) {
    state.agentExecution = new AgentExecution(ctx, ctx.actor, route);
    state.ctx = state.agentExecution.ctx;
    return;
  }
  if (!route.idempotent || isDryRun || !request.headers.has('idempotency-key')) return;
  // The operations of a batch may need any lock keys.
  const includesDetachedWork = route.idempotent === 'batch';
  state.transaction = new RequestTransaction(ctx.database, { includesDetachedWork });
  if (route.idempotent !== 'afterwards') state.ctx = withTransactionOwner(ctx, state.transaction);
}

/** @throws VALIDATION_ERROR for a change that can't be rolled back */
function joinBatch(state: RoutedRequest, shared: SharedTransaction, isApproved = false): void {
  const { route, ctx } = state;
  if (route.method !== 'GET' && !route.dryRun)
    throw invalid('atomic', 'must be false for an operation without dry runs', 'conflict');
  if (isAgent(ctx.actor) && !isApproved) throw invalid('atomic', 'must be false for an agent', 'conflict');
  state.ctx = shared.join(ctx);
}
