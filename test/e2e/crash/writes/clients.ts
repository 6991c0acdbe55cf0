import type { Data } from '../../calls.ts';
import { persist, type Traffic } from '../requests.ts';

/** An acknowledged write: the request with its idempotency key, and the exact response body. */
export interface Acknowledged {
  kind: Kind;
  key: string;
  token: string;
  path: string;
  body: Record<string, unknown>;
  response: string;
  data: Data;
}

export type Kind = 'campaign' | 'submission' | 'review' | 'redemption' | 'program' | 'member' | 'cashback';

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
/** Records that a client has created and not used yet. */
interface Unused {
  submissions: string[];
  codes: string[];
  members: string[];
}

/** The state of a client between its writes. */
export interface Writer {
  client: Client;
  turn: number;
  unused: Unused;
}

/** Performs the next write of a client. */
export async function writeNext(
  writer: Writer,
  nextUrl: () => string,
  acknowledged: Acknowledged[],
  traffic: Traffic,
): Promise<void> {
  const { client, unused } = writer;
  const turn = writer.turn++;
  const kind = pick(turn, unused);
  const { path, body } = requestOf(kind, client, turn, unused);
  const token = kind === 'submission' ? client.customerToken : client.tenant.ownerToken;
  const write = { kind, key: `${client.name}-${turn}`, token, path, body };
  const answer = await persist(nextUrl, write, traffic);
  if (!answer) return;
  const { text, data } = answer;
  acknowledged.push({ ...write, response: text, data });
  if (kind === 'submission') unused.submissions.push(data.id);
  if (kind === 'member') unused.members.push(data.memberId);
  if (data.reward && kind === 'review') unused.codes.push(data.reward.code);
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
