import { createRecord, grouped, nextId, openRaw } from './raw-writes.ts';

export interface SubmitSpec {
  file: string;
}

interface Input {
  campaignId: string;
  userId: string;
  proofUrl: string;
}

/**
 * Handwritten durable submissions: it looks up the campaign and a repeated proof, and the rows that ours writes are
 * written, with their indexes, checks and tallies. It does not check limits, budget and risk.
 */
export function createSubmit({ file }: SubmitSpec) {
  const database = openRaw(file, 'FULL');
  const campaignOf = database.prepare('select business_id as businessId from campaigns where id = ?');
  const sameProof = database.prepare('select 1 from submissions where campaign_id = ? and proof_hash = ?');
  const insert = database.prepare(`insert into submissions (id, business_id, campaign_id, user_id, proof_url,
    proof_type, proof_hash, status, review_due_at, verification_checks, risk_score, risk_flags, created_at)
    values (?, ?, ?, ?, ?, 'url', ?, 'pending', ?, '[]', 0, '[]', ?)`);
  const count = database.prepare('update campaigns set pending_count = pending_count + 1 where id = ?');
  const record = createRecord(database);
  const commit = grouped(database, ({ campaignId, userId, proofUrl }: Input) => {
    const campaign = campaignOf.get(campaignId) as { businessId: string } | null;
    const proofHash = new Bun.CryptoHasher('sha256').update(proofUrl).digest('hex');
    if (!campaign || sameProof.get(campaignId, proofHash)) return null;
    const id = nextId('sub');
    const now = new Date().toISOString();
    const { businessId } = campaign;
    insert.run(id, businessId, campaignId, userId, proofUrl, proofHash, now, now);
    count.run(campaignId);
    const submission = presentNew({ id, campaignId, userId, proofUrl }, now);
    record(businessId, 'submission.created', submission, now);
    return submission;
  });
  return async (request: Request): Promise<Response> => {
    const data = await commit((await request.json()) as Input);
    return Response.json({ success: data !== null, data }, { status: data === null ? 409 : 201 });
  };
}

/** A submission that just came in, as the API shows it. */
export function presentNew(sent: Input & { id: string }, now: string) {
  return {
    ...sent,
    programId: null,
    actionId: null,
    action: null,
    memberId: null,
    proofType: 'url',
    upload: null,
    status: 'pending',
    notes: '',
    handle: null,
    followers: null,
    currency: 'USD',
    orderValue: null,
    orderValueConfirmed: false,
    rewardId: null,
    reason: null,
    rejectionCode: null,
    reviewedAt: null,
    reviewedBy: null,
    reviewDueAt: now,
    revision: 1,
    resubmitOf: null,
    verification: { status: 'unverified', checks: [], checkedAt: null },
    risk: { score: 0, flags: [] },
    createdAt: now,
  };
}
