import { type Ctx, createCtxFactory, getServices, type Services, withTransactionOwner } from '../context.ts';
import { invalid } from '../errors.ts';
import type { PaymentGateway } from '../platform/payment-gateway.ts';
import { RecipientLimit } from '../platform/security/recipient-limit.ts';
import { MemoryState } from '../platform/security/shared-state.ts';
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
 * Runs a request through the real validation and the real handler, then rolls it back: all its transactions are
 * savepoints of one transaction that is never committed.
 */
export class DryRun implements RequestExecution {
  /** The context for the handler. */
  readonly ctx: Ctx;
  readonly #transaction: RequestTransaction;

  constructor(ctx: Ctx) {
    this.#transaction = new RequestTransaction(ctx.database, { includesDetachedWork: true });
    this.ctx = withTransactionOwner(getFactory(getServices(ctx))(ctx), this.#transaction);
  }

  /** Rolls everything back and marks the response. */
  async finish(response: Response): Promise<Response> {
    await this.#transaction.rollBack();
    response.headers.set(DRY_RUN_HEADER, 'true');
    return response;
  }
}

/** The functions that create contexts without side effects, by the services that requests have otherwise. */
const factories = new WeakMap<Services, ReturnType<typeof createCtxFactory>>();

function getFactory(services: Services): ReturnType<typeof createCtxFactory> {
  const known = factories.get(services);
  if (known) return known;
  const created = createCtxFactory(withoutSideEffects(services));
  factories.set(services, created);
  return created;
}

/** Returns services that send nothing: requests whose result matters are rejected, and notifications are dropped. */
function withoutSideEffects(services: Services): Services {
  const { https, outbox, eventNotifier, clock } = services;
  return {
    ...withoutNetwork(services, rejectSideEffect),
    https: https && { choose: async () => {} },
    outbox: { ...outbox, touch: () => {} },
    eventNotifier: { ...eventNotifier, note: () => {} },
    // Mails that are not sent must not use up those of real requests.
    recipientLimit: new RecipientLimit(new MemoryState(clock)),
  };
}

/** Returns services that send no mail and call `reject` in place of other servers. */
export function withoutNetwork(services: Services, reject: () => Promise<never>): Services {
  const { mail, outbound, platforms, paymentGateway } = services;
  const rejectingGateway: PaymentGateway = {
    createCheckout: reject,
    closeCheckout: reject,
    createPortalSession: reject,
    setCancel: reject,
    changePlan: reject,
    findInvoiceOfPayment: reject,
  };
  return {
    ...services,
    mail: { isConfigured: mail.isConfigured, send: async () => {} },
    // Hostnames are still resolved, so that a forbidden URL is rejected here too.
    outbound: { assertAllowed: outbound.assertAllowed, send: reject },
    platforms: { assertAllowed: platforms.assertAllowed, send: reject },
    assistant: { isConfigured: false, ask: reject },
    paymentGateway: paymentGateway && rejectingGateway,
  };
}

async function rejectSideEffect(): Promise<never> {
  throw invalid(
    DRY_RUN_HEADER,
    'is not supported for this operation, which depends on an external service',
    'conflict',
  );
}
