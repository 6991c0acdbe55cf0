/** A request to the fake, with its form fields by name. */
export interface StripeCall {
  method: string;
  path: string;
  params: Record<string, string>;
  key: string | null;
  authorization: string | null;
}

export interface FakeStripe {
  url: string;
  calls: StripeCall[];
  /** The error response to all requests; null for normal operation. */
  refuse: { status: number; error: object } | null;
  /** Called while a checkout session is being created. */
  onCheckout: (call: StripeCall) => Promise<void>;
  /** Stripe invoice IDs by payment intent. */
  invoiceOfPayment: Map<string, string>;
  stop(): Promise<void>;
}

type Reply = (call: StripeCall) => object;

/**
 * Starts a server that implements the part of the Stripe API that we call. As at Stripe, a repeated idempotency key
 * replays the first response, or is rejected if the parameters differ.
 */
export function startFakeStripe(): FakeStripe {
  const replays = new Map<string, { request: string; body: object }>();
  const fake: FakeStripe = {
    url: '',
    calls: [],
    refuse: null,
    onCheckout: async () => {},
    invoiceOfPayment: new Map(),
    stop: () => server.stop(true),
  };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async request => {
      const call = await readCall(request);
      fake.calls.push(call);
      if (call.path === '/v1/checkout/sessions') await fake.onCheckout(call);
      const { refuse } = fake;
      if (refuse) return Response.json({ error: refuse.error }, { status: refuse.status });
      const fingerprint = JSON.stringify([call.method, call.path, call.params]);
      const known = call.key === null ? undefined : replays.get(call.key);
      if (known && known.request !== fingerprint) {
        const error = {
          type: 'idempotency_error',
          message: 'Keys can only be used with the same parameters',
        };
        return Response.json({ error }, { status: 400 });
      }
      const body = known?.body ?? replyTo(fake, call);
      if (!body) return Response.json({ error: { type: 'invalid_request_error' } }, { status: 404 });
      if (call.key !== null) replays.set(call.key, { request: fingerprint, body });
      return Response.json(body);
    },
  });
  fake.url = `http://127.0.0.1:${server.port}`;
  return fake;
}

async function readCall(request: Request): Promise<StripeCall> {
  const { pathname, search } = new URL(request.url);
  const text = request.method === 'GET' ? search.slice(1) : await request.text();
  return {
    method: request.method,
    path: pathname,
    params: Object.fromEntries(new URLSearchParams(text)),
    key: request.headers.get('idempotency-key'),
    authorization: request.headers.get('authorization'),
  };
}

function replyTo(fake: FakeStripe, call: StripeCall): object | undefined {
  const subscription: Reply = ({ path, params }) => ({
    id: path.split('/').at(-1),
    object: 'subscription',
    status: 'active',
    cancel_at_period_end: params.cancel_at_period_end === 'true',
    metadata: { businessId: 'kept' },
    items: { object: 'list', data: [{ id: 'si_1', price: { id: 'price_1', product: 'prod_1' } }] },
  });
  const routes: [RegExp, Reply][] = [
    [
      /^POST \/v1\/checkout\/sessions$/,
      () => ({
        id: `cs_${fake.calls.length}`,
        object: 'checkout.session',
        url: `${fake.url}/pay/${fake.calls.length}`,
      }),
    ],
    [
      /^POST \/v1\/checkout\/sessions\/\w+\/expire$/,
      ({ path }) => ({ id: path.split('/').at(-2), object: 'checkout.session', status: 'expired' }),
    ],
    [
      /^POST \/v1\/billing_portal\/sessions$/,
      ({ params }) => ({ object: 'billing_portal.session', url: `${fake.url}/portal/${params.customer}` }),
    ],
    [/^(GET|POST) \/v1\/subscriptions\/\w+$/, subscription],
    [
      /^GET \/v1\/invoice_payments$/,
      ({ params }) => {
        const invoice = fake.invoiceOfPayment.get(params['payment[payment_intent]'] ?? '');
        return { object: 'list', has_more: false, data: invoice ? [{ id: 'inpay_1', invoice }] : [] };
      },
    ],
  ];
  return routes.find(([pattern]) => pattern.test(`${call.method} ${call.path}`))?.[1](call);
}
