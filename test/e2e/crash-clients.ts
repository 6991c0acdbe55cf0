/** An acknowledged write: the request with its idempotency key, and the exact response body. */
export interface Acknowledged {
  kind: Kind;
  key: string;
  token: string;
  body: Record<string, unknown>;
  response: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of four different responses
  data: any;
}

export type Kind = 'campaign' | 'submission' | 'review' | 'redemption';

/** The result of one run of all clients. */
export interface Ledger {
  acknowledged: Acknowledged[];
  /** Requests that were repeated because no response arrived. */
  retries: number;
  /** Replayed responses. */
  replayed: number;
  /** Unexpected responses. */
  unexpected: string[];
}

export interface Tenant {
  ownerToken: string;
  businessId: string;
  campaignId: string;
}

export interface Client {
  name: string;
  customerToken: string;
  tenant: Tenant;
}

const RETRY_MS = 20;
const GIVE_UP_MS = 60_000;
const PATHS: Record<Kind, string> = {
  campaign: '/campaigns',
  submission: '/submissions',
  review: '/submissions/review',
  redemption: '/rewards/redeem',
};
/** Errors that a retry can resolve. */
const PASSING = [503, 429];

/** Writes sequentially until `isDone`, repeating each request with its key until it gets a response. */
export async function work(
  client: Client,
  url: string,
  ledger: Ledger,
  isDone: () => boolean,
): Promise<void> {
  const pending: string[] = [];
  const codes: string[] = [];
  for (let turn = 0; !isDone(); turn++) {
    const kind = pick(turn, pending, codes);
    const body = bodyOf(kind, client, turn, pending, codes);
    const token = kind === 'submission' ? client.customerToken : client.tenant.ownerToken;
    const done = await send(url, { kind, key: `${client.name}-${turn}`, token, body }, ledger);
    if (!done) continue;
    ledger.acknowledged.push(done);
    if (kind === 'submission') pending.push(done.data.id);
    if (done.data.reward && kind === 'review') codes.push(done.data.reward.code);
  }
}

function pick(turn: number, pending: string[], codes: string[]): Kind {
  const wish = (['submission', 'campaign', 'review', 'submission', 'review', 'redemption'] as const)[
    turn % 6
  ];
  if (wish === 'review' && pending.length === 0) return 'submission';
  if (wish === 'redemption' && codes.length === 0) return 'campaign';
  return wish as Kind;
}

function bodyOf(kind: Kind, client: Client, turn: number, pending: string[], codes: string[]) {
  const { name, tenant } = client;
  if (kind === 'campaign') {
    const reward = { type: 'fixed', value: 1 + (turn % 50) };
    return { name: `${name} ${turn}`, platform: 'instagram', actionType: 'story', reward };
  }
  if (kind === 'submission')
    return { campaignId: tenant.campaignId, proofUrl: `https://instagram.com/p/${name}-${turn}` };
  if (kind === 'review')
    return {
      submissionId: pending.shift(),
      action: turn % 5 === 0 ? 'reject' : 'approve',
      reason: `turn ${turn}`,
    };
  return { code: codes.shift(), orderValue: 20 };
}

/** Repeats every acknowledged write with its key. @returns those with a different response */
export async function repeat(url: string, acknowledged: Acknowledged[], ledger: Ledger): Promise<string[]> {
  const others: string[] = [];
  for (const write of acknowledged) {
    const again = await send(url, write, ledger);
    if (again?.response !== write.response)
      others.push(`${write.kind} ${write.key}: a retry got a different response`);
  }
  return others;
}

type Write = Pick<Acknowledged, 'kind' | 'key' | 'token' | 'body'>;

async function send(url: string, write: Write, ledger: Ledger): Promise<Acknowledged | undefined> {
  const { kind, key, token, body } = write;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  for (const since = Date.now(); Date.now() - since < GIVE_UP_MS; ledger.retries++) {
    const response = await fetchText(`${url}${PATHS[kind]}`, request);
    if (response?.ok) {
      if (response.headers.get('idempotency-replayed')) ledger.replayed++;
      const { text } = response;
      return { ...write, response: text, data: JSON.parse(text).data };
    }
    const isInProgress = response?.text.includes('IDEMPOTENCY_IN_PROGRESS');
    if (response && !PASSING.includes(response.status) && !isInProgress) {
      ledger.unexpected.push(`${key} ${kind}: ${response.status} ${response.text}`);
      return undefined;
    }
    await Bun.sleep(RETRY_MS);
  }
  ledger.unexpected.push(`${key} ${kind}: no response within ${GIVE_UP_MS} ms`);
  return undefined;
}

/** Returns undefined if the connection was lost before the end of the response. */
async function fetchText(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, request);
    const { ok, status, headers } = response;
    return { ok, status, headers, text: await response.text() };
  } catch {
    return undefined;
  }
}
