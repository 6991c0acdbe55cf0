import { type Ctx, type Services, withTransactionOwner } from '../context.ts';
import { invalid } from '../errors.ts';
import type { PaymentGateway } from '../platform/payment-gateway.ts';
import { type RequestExecution, RequestTransaction } from './request-transaction.ts';

export const DRY_RUN_HEADER = 'X-Dry-Run';

/** Returns whether a request asks for a dry run. @throws VALIDATION_ERROR for a value other than true or false */
export function isDryRunRequested(headers: Headers): boolean {
  const value = headers.get(DRY_RUN_HEADER);
  if (value === null || value === 'false') return false;
  if (value !== 'true')
    throw invalid(DRY_RUN_HEADER, 'must be true or false', { rule: 'enum', allowed: ['true', 'false'] });
  return true;
}

/**
 * Runs a request through the real validation and the real handler, then rolls it back. All its transactions are
 * savepoints of one transaction that is never committed, and no mail, request or event leaves the process.
 */
export class DryRun implements RequestExecution {
  /** The context for the handler. */
  readonly ctx: Ctx;
  readonly #transaction: RequestTransaction;

  constructor(ctx: Ctx) {
    const transaction = new RequestTransaction(ctx.database, { includesDetachedWork: true });
    this.#transaction = transaction;
    // A database object of its own, because results are cached per database and these are never committed.
    const database = { ...ctx.database, transaction: transaction.within.bind(transaction) };
    this.ctx = withTransactionOwner(ctx, transaction, { ...withoutSideEffects(ctx), database });
  }

  /** Rolls everything back and marks the response. */
  async finish(response: Response): Promise<Response> {
    await this.#transaction.rollBack();
    response.headers.set(DRY_RUN_HEADER, 'true');
    return response;
  }
}

/** Rejects requests whose result depends on another server, and drops notifications. */
function withoutSideEffects(services: Services): Partial<Services> {
  const { mail, outbound, platforms, paymentGateway, outbox, eventNotifier } = services;
  return {
    mail: { isConfigured: mail.isConfigured, send: async () => {} },
    // Hostnames are still resolved, so that a forbidden URL is rejected here too.
    outbound: { assertAllowed: outbound.assertAllowed, send: rejectSideEffect },
    platforms: { assertAllowed: platforms.assertAllowed, send: rejectSideEffect },
    assistant: { isConfigured: false, ask: rejectSideEffect },
    paymentGateway: paymentGateway && REJECTING_GATEWAY,
    outbox: { ...outbox, touch: () => {} },
    eventNotifier: { ...eventNotifier, note: () => {} },
  };
}

async function rejectSideEffect(): Promise<never> {
  throw invalid(
    DRY_RUN_HEADER,
    'is not supported for this operation, which depends on an external service',
    'notAllowed',
  );
}

const REJECTING_GATEWAY: PaymentGateway = {
  createCheckout: rejectSideEffect,
  closeCheckout: rejectSideEffect,
  createPortalSession: rejectSideEffect,
  setCancel: rejectSideEffect,
  changePlan: rejectSideEffect,
  findInvoiceOfPayment: rejectSideEffect,
};
