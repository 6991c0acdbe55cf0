import { and, asc, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import { listQuery } from '../../db/list-query.ts';
import { webhooks } from '../../db/schema/webhooks.ts';
import * as statements from '../../db/statements.ts';
import { FAILING_ATTEMPTS } from './rules.ts';

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

/** Lists the endpoints of all businesses that keep failing, or that were disabled because they did. */
export const listFailing = statements.listBy(webhooks, [], {
  where: and(
    isNull(webhooks.removedAt),
    or(
      inArray(webhooks.disabledReason, ['failures', 'gone']),
      and(eq(webhooks.status, 'active'), gte(webhooks.failures, FAILING_ATTEMPTS)),
    ),
  ),
});

export const list = listQuery(webhooks, {
  filters: { businessId: webhooks.businessId, status: webhooks.status },
  where: isNull(webhooks.removedAt),
  owners: ['businessId'],
  newestFirst: [webhooks.createdAt, webhooks.id],
});
