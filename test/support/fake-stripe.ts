/** A call that the fake took, its form fields by their names. */
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
  /** What the next calls are refused with; null lets them through. */
  refuse: { status: number; error: object } | null;
  /** What happens while a checkout is being made. */
  onCheckout: (call: StripeCall) => Promise<void>;
  /** The invoice at Stripe of a payment. */
  invoiceOfPayment: Map<string, string>;
  stop(): Promise<void>;
}

type Reply = (call: StripeCall) => object;

/**
 * Stripe's API as far as we call it, on a port of this machine. A call under a known idempotency key is
 * answered as the first time, or refused when it asks for something else, as Stripe does.
 */
export function startFakeStripe(): FakeStripe {
  const answered = new Map<string, { asked: string; body: object }>();
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
      const asked = JSON.stringify([call.method, call.path, call.params]);
      const known = call.key === null ? undefined : answered.get(call.key);
      if (known && known.asked !== asked) {
        const error = {
          type: 'idempotency_error',
          message: 'Keys can only be used with the same parameters',
        };
        return Response.json({ error }, { status: 400 });
      }
      const body = known?.body ?? replyTo(fake, call);
      if (!body) return Response.json({ error: { type: 'invalid_request_error' } }, { status: 404 });
      if (call.key !== null) answered.set(call.key, { asked, body });
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
