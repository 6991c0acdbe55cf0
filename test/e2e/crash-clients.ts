/** An acknowledged write: the request with its idempotency key, and the exact response body. */
export interface Acknowledged {
  kind: Kind;
  key: string;
  token: string;
  path: string;
  body: Record<string, unknown>;
  response: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of different responses
  data: any;
}

export type Kind = 'campaign' | 'submission' | 'review' | 'redemption' | 'program' | 'member' | 'cashback';

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
  programId: string;
}

export interface Client {
  name: string;
  customerToken: string;
  tenant: Tenant;
}

const RETRY_MS = 20;
/** After a response, such as that the database is not available. */
const REJECTED_RETRY_MS = 100;
const GIVE_UP_MS = 180_000;
/** The kinds of one round. Reviews and redemptions follow submissions. */
const ROUND: Kind[] = [
  'submission',
  'campaign',
  'review',
  'member',
  'submission',
  'cashback',
  'review',
  'redemption',
  'cashback',
  'program',
];
/** Errors that a retry can resolve. */
const PASSING = [503, 429];

/** Records that a client has created and not used yet. */
interface Unused {
  submissions: string[];
  codes: string[];
  members: string[];
}

/**
 * Writes sequentially until `isDone`, repeating each request with its key until it gets a response. Each attempt goes to
 * the next of the servers.
 */
export async function work(
  client: Client,
  urls: string[],
  ledger: Ledger,
  isDone: () => boolean,
): Promise<void> {
  const unused: Unused = { submissions: [], codes: [], members: [] };
  for (let turn = 0; !isDone(); turn++) {
    const kind = pick(turn, unused);
    const { path, body } = requestOf(kind, client, turn, unused);
    const token = kind === 'submission' ? client.customerToken : client.tenant.ownerToken;
    const done = await send(urls, { kind, key: `${client.name}-${turn}`, token, path, body }, ledger);
    if (!done) continue;
    ledger.acknowledged.push(done);
    if (kind === 'submission') unused.submissions.push(done.data.id);
    if (kind === 'member') unused.members.push(done.data.memberId);
    if (done.data.reward && kind === 'review') unused.codes.push(done.data.reward.code);
  }
}

function pick(turn: number, { submissions, codes, members }: Unused): Kind {
  const wish = ROUND[turn % ROUND.length] as Kind;
  if (wish === 'review' && submissions.length === 0) return 'submission';
  if (wish === 'redemption' && codes.length === 0) return 'campaign';
  if (wish === 'cashback' && members.length === 0) return 'member';
  return wish;
}

function requestOf(
  kind: Kind,
  { name, tenant }: Client,
  turn: number,
  { submissions, codes, members }: Unused,
): Pick<Acknowledged, 'path' | 'body'> {
  const program = `/programs/${tenant.programId}`;
  switch (kind) {
    case 'campaign': {
      const reward = { type: 'fixed', value: 1 + (turn % 50) };
      const body = { name: `${name} ${turn}`, platform: 'instagram', actionType: 'story', reward };
      return { path: '/campaigns', body };
    }
    case 'submission': {
      const proofUrl = `https://instagram.com/p/${name}-${turn}`;
      return { path: '/submissions', body: { campaignId: tenant.campaignId, proofUrl } };
    }
    case 'review': {
      const action = turn % 5 === 0 ? 'reject' : 'approve';
      const body = { submissionId: submissions.shift(), action, reason: `turn ${turn}` };
      return { path: '/submissions/review', body };
    }
    case 'redemption':
      return { path: '/rewards/redeem', body: { code: codes.shift(), orderValue: 20 } };
    case 'program':
      return { path: '/programs', body: { name: `${name} ${turn}`, rewards: {} } };
    case 'member':
      return { path: `${program}/members`, body: { memberId: `${name}-${turn}` } };
    case 'cashback': {
      const body = { memberId: members.at(-1), orderId: `${name}-${turn}`, orderValue: 10 + (turn % 7) };
      return { path: `${program}/cashback`, body };
    }
  }
}

/** Repeats every acknowledged write with its key. @returns those with a different response */
export async function repeat(
  urls: string[],
  acknowledged: Acknowledged[],
  ledger: Ledger,
): Promise<string[]> {
  const others: string[] = [];
  for (const write of acknowledged) {
    const again = await send(urls, write, ledger);
    if (again?.response !== write.response)
      others.push(`${write.kind} ${write.key}: a retry got a different response`);
  }
  return others;
}

type Write = Omit<Acknowledged, 'response' | 'data'>;

async function send(urls: string[], write: Write, ledger: Ledger): Promise<Acknowledged | undefined> {
  const { kind, key, token, path, body } = write;
  let server = Math.floor(Math.random() * urls.length);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  for (const since = Date.now(); Date.now() - since < GIVE_UP_MS; ledger.retries++) {
    const response = await fetchText(`${urls[server++ % urls.length]}${path}`, request);
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
    await Bun.sleep(response ? REJECTED_RETRY_MS : RETRY_MS);
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
