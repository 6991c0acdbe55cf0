import { SQL } from 'bun';
import { DISCLOSURE } from './raw-insert.ts';
import { present } from './raw-list.ts';
import { presentNew } from './raw-submit.ts';
import { nextId } from './raw-writes.ts';

export interface PostgresSpec {
  url: string;
  connections: number;
  work: 'create' | 'submit';
  warnings: string;
}

const DEADLOCK = '40P01';
/** The header that names the business, whose token ours reads. */
export const BUSINESS_HEADER = 'X-Business';

interface Input {
  name: string;
  platform: string;
  actionType: string;
  reward: { type: string; value: number };
  campaignId: string;
  userId: string;
  proofUrl: string;
}

type Write = (tx: SQL, businessId: string, input: Input, warnings: string) => Promise<object | null>;

/**
 * Handwritten writes over Bun's driver: the rows that ours writes, with their indexes, checks and counters, in one
 * transaction each at READ COMMITTED. It takes no locks of its own and checks no limits; after a deadlock it runs again.
 */
export function createPostgresWrites({ url, connections, work, warnings }: PostgresSpec) {
  const sql = new SQL(url, { max: connections });
  const write: Write = work === 'create' ? createCampaign : submitProof;
  return async (request: Request): Promise<Response> => {
    const input = (await request.json()) as Input;
    const businessId = request.headers.get(BUSINESS_HEADER) ?? '';
    const data = await repeat(() => sql.begin(tx => write(tx, businessId, input, warnings)));
    return Response.json({ success: data !== null, data }, { status: data === null ? 409 : 201 });
  };
}

/** Transactions that ran again, by the name that ours has for them. */
export const stats = { retries: 0 };

async function repeat<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as { errno?: string }).errno !== DEADLOCK) throw error;
      stats.retries++;
    }
  }
}

async function createCampaign(tx: SQL, businessId: string, input: Input, warnings: string) {
  const { name, platform, actionType, reward } = input;
  const now = new Date().toISOString();
  const [row] = await tx`insert into campaigns (id, business_id, name, state, platform, action_type,
    reward_type, reward_value, reward_expires_in_days, min_followers, hashtags, per_user, review_mode,
    review_sla_hours, review_on_timeout, disclosure_required, disclosure_text, warnings, created_at, updated_at)
    values (${nextId('cmp')}, ${businessId}, ${name}, 'draft', ${platform}, ${actionType}, ${reward.type},
      ${Math.round(reward.value * 100)}, 90, 0, '[]', 1, 'manual', 72, 'none', 1, ${DISCLOSURE}, ${warnings}, ${now}, ${now})
    returning *`;
  const campaign = present(row);
  await record(tx, businessId, 'campaign.created', campaign, now);
  return campaign;
}

async function submitProof(tx: SQL, _businessId: string, { campaignId, userId, proofUrl }: Input) {
  const [campaign] = await tx`select business_id as "businessId" from campaigns where id = ${campaignId}`;
  const proofHash = new Bun.CryptoHasher('sha256').update(proofUrl).digest('hex');
  const same =
    await tx`select 1 from submissions where campaign_id = ${campaignId} and proof_hash = ${proofHash}`;
  if (!campaign || same.length > 0) return null;
  const id = nextId('sub');
  const now = new Date().toISOString();
  const { businessId } = campaign;
  // First, as ours does: transactions that lock rows in different orders wait for each other until one is aborted.
  await tx`update campaigns set pending_count = pending_count + 1 where id = ${campaignId}`;
  await tx`insert into submissions (id, business_id, campaign_id, user_id, proof_url, proof_type, proof_hash,
    status, review_due_at, verification_checks, risk_score, risk_flags, created_at)
    values (${id}, ${businessId}, ${campaignId}, ${userId}, ${proofUrl}, 'url', ${proofHash}, 'pending', ${now},
      '[]', 0, '[]', ${now})`;
  const submission = presentNew({ id, campaignId, userId, proofUrl }, now);
  await record(tx, businessId, 'submission.created', submission, now);
  return submission;
}

async function record(tx: SQL, businessId: string, type: string, object: { id: string }, now: string) {
  const [{ n }] = await tx`update businesses set event_sequence = event_sequence + 1 where id = ${businessId}
    returning event_sequence as n`;
  const family = type.slice(0, type.indexOf('.'));
  await tx`insert into events (id, business_id, sequence, type, family, resource_id, actor_kind, actor_id,
    request_id, data, created_at) values (${nextId('evt')}, ${businessId}, ${n}, ${type}, ${family}, ${object.id},
    'user', 'raw', ${nextId('req')}, ${JSON.stringify({ object })}, ${now})`;
}
