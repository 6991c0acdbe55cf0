import { and, asc, eq, isNull } from 'drizzle-orm';
import { listQuery } from '../../db/list-query.ts';
import { webhooks } from '../../db/schema/webhooks.ts';
import * as statements from '../../db/statements.ts';

/** Finds an endpoint, including removed ones. */
export const find = statements.findBy(webhooks, ['id']);

export const insert = statements.insert(webhooks);
export const update = statements.update(webhooks);

/** Lists a business's endpoints that are not removed; there are few, so all are read at once. */
export const listByBusiness = statements.listBy(webhooks, ['businessId'], {
  where: isNull(webhooks.removedAt),
});

/** Lists the active endpoints of all businesses, oldest first. */
export const listActive = statements.listBy(webhooks, [], {
  where: and(eq(webhooks.status, 'active'), isNull(webhooks.removedAt)),
  orderBy: [asc(webhooks.id)],
});

export const list = listQuery(webhooks, {
  filters: { businessId: webhooks.businessId, status: webhooks.status },
  where: isNull(webhooks.removedAt),
  owners: ['businessId'],
  newestFirst: [webhooks.createdAt, webhooks.id],
});
