import type { Database } from 'bun:sqlite';

export interface ListSpec {
  file: string;
  businessId: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a row straight from SQLite
type Row = any;

/** Prepared SELECT of a page and COUNT, mapped and stringified by hand: the body is ours, byte for byte. */
export function createList(database: Database, { businessId }: ListSpec) {
  const rows = database.prepare(
    `select * from campaigns where business_id = ? and state = ?
      order by created_at desc, id desc limit ? offset ?`,
  );
  const count = database.prepare('select count(*) as n from campaigns where business_id = ? and state = ?');
  return (request: Request): Response => {
    const query = new URL(request.url).searchParams;
    const page = Number(query.get('page') ?? 1);
    const perPage = Number(query.get('perPage') ?? 20);
    const state = query.get('state') ?? 'active';
    const items = rows.all(businessId, state, perPage, (page - 1) * perPage).map(present);
    const total = (count.get(businessId, state) as { n: number }).n;
    const totalPages = Math.ceil(total / perPage);
    const next = page < totalPages ? items.at(-1)!.id : null;
    const previous = page > 1 ? items[0]!.id : null;
    const pagination = { page, perPage, total, totalPages, next, previous };
    return Response.json({ success: true, data: { items, pagination } });
  };
}

/** A campaign's row as the API shows it. */
export function present(row: Row) {
  const total = row.budget_total_cents;
  const reserved = row.budget_reserved_cents;
  const spent = row.budget_spent_cents;
  return {
    id: row.id,
    name: row.name,
    slug: row.slug ?? row.id,
    description: row.description,
    instructions: row.instructions,
    state: row.state,
    stateReason: row.state_reason,
    platform: row.platform,
    actionType: row.action_type,
    actionId: row.action_id,
    action: null,
    programId: row.program_id,
    suggestionId: row.suggestion_id,
    currency: row.currency,
    reward: {
      type: row.reward_type,
      value: row.reward_value / 100,
      name: row.reward_item,
      cost: null,
      maxAmount: row.reward_max_cents === null ? null : row.reward_max_cents / 100,
      expiresInDays: row.reward_expires_in_days,
    },
    requirements: { minFollowers: row.min_followers, hashtags: JSON.parse(row.hashtags) },
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    budget:
      total === null
        ? null
        : {
            total: total / 100,
            reserved: reserved / 100,
            spent: spent / 100,
            remaining: (total - reserved - spent) / 100,
          },
    limits: { maxApprovals: row.max_approvals, perUser: row.per_user },
    reviewPolicy: { mode: row.review_mode, slaHours: row.review_sla_hours, onTimeout: row.review_on_timeout },
    disclosure: { required: row.disclosure_required === 1, text: row.disclosure_text },
    stats: { pending: row.pending_count, approved: row.approved_count, rejected: row.rejected_count },
    warnings: JSON.parse(row.warnings),
    policyChange: row.policy_change && JSON.parse(row.policy_change),
    businessId: row.business_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
