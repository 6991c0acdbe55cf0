import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { type WebhookRow, webhooks } from '../../db/schema/webhooks.ts';
import { prepareInsert, prepareSelect, prepareSelectOne, prepareUpdate } from '../../db/statements.ts';

const byId = prepareSelectOne(webhooks, db =>
  db
    .select()
    .from(webhooks)
    .where(eq(webhooks.id, sql.placeholder('id'))),
);

/** An endpoint, removed or not. */
export function find(db: Db, id: string): WebhookRow | undefined {
  return byId(db, { id });
}

export const insert = prepareInsert(webhooks);
export const update = prepareUpdate(webhooks);

const ofBusiness = prepareSelect(webhooks, db =>
  db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.businessId, sql.placeholder('businessId')), isNull(webhooks.removedAt))),
);

/** The endpoints of a business that are not removed: few, so that all are read at once. */
export function listOfBusiness(db: Db, businessId: string): WebhookRow[] {
  return ofBusiness(db, { businessId });
}

const active = prepareSelect(webhooks, db =>
  db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.status, 'active'), isNull(webhooks.removedAt)))
    .orderBy(asc(webhooks.id)),
);

/** The endpoints of all businesses that take events now, oldest first. */
export function listActive(db: Db): WebhookRow[] {
  return active(db, {});
}

export const list = listQuery(webhooks, {
  filters: { businessId: webhooks.businessId, isLiving: () => isNull(webhooks.removedAt) },
  order: [desc(webhooks.createdAt), desc(webhooks.id)],
});
