import type { Ctx, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import type { PaymentGateway } from '../platform/payment-gateway.ts';
import { RequestTransaction } from './request-transaction.ts';

export const DRY_RUN_HEADER = 'X-Dry-Run';

/** Whether a request asks for a dry run. @throws VALIDATION_ERROR for a value that is neither true nor false */
export function isDryRunRequested(headers: Headers): boolean {
  const value = headers.get(DRY_RUN_HEADER);
  if (value === null || value === 'false') return false;
  if (value !== 'true')
    throw invalid(DRY_RUN_HEADER, 'must be true or false', { rule: 'enum', allowed: ['true', 'false'] });
  return true;
}

/**
 * A request that is carried out by the real rules and the real handler, and then undone. Every transaction of its
 * context is a savepoint of one transaction that is never committed, and nothing leaves the machine.
 */
export class DryRun {
  /** What the handler works with. */
  readonly ctx: Ctx;
  readonly #transaction: RequestTransaction;

  constructor(ctx: Ctx) {
    const transaction = new RequestTransaction(ctx.database, db => {
      // From here on the request reads what it wrote itself.
      this.ctx.db = db;
    });
    this.#transaction = transaction;
    this.ctx = {
      ...ctx,
      ...withoutOutsideWork(ctx),
      database: { ...ctx.database, transaction: work => transaction.within(work) },
    };
  }

  /** Undoes everything, and marks the answer. */
  async finish(response: Response): Promise<Response> {
    await this.#transaction.rollBack();
    response.headers.set(DRY_RUN_HEADER, 'true');
    return response;
  }
}

/** Whoever waits for an answer from outside cannot go on; what is only told to others is not told. */
function withoutOutsideWork(services: Services): Partial<Services> {
  const { mail, outbound, platforms, paymentGateway, outbox, eventNotifier } = services;
  return {
    mail: { isConfigured: mail.isConfigured, send: async () => {} },
    // A name is still looked up, so that a refused address is refused here too.
    outbound: { assertAllowed: outbound.assertAllowed, send: refuse },
    platforms: { assertAllowed: platforms.assertAllowed, send: refuse },
    assistant: { isConfigured: false, ask: refuse },
    paymentGateway: paymentGateway && REFUSING_GATEWAY,
    outbox: { ...outbox, touch: () => {} },
    eventNotifier: { ...eventNotifier, note: () => {} },
  };
}

async function refuse(): Promise<never> {
  throw invalid(
    DRY_RUN_HEADER,
    'is not supported for this operation, which depends on an external service',
    'notAllowed',
  );
}

const REFUSING_GATEWAY: PaymentGateway = {
  createCheckout: refuse,
  closeCheckout: refuse,
  createPortalSession: refuse,
  setCancel: refuse,
  changePlan: refuse,
  findInvoiceOfPayment: refuse,
};
