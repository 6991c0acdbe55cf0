import type { Outbox } from '../context.ts';
import * as deliveries from './deliveries-store.ts';
import { isWanted } from './rules.ts';
import * as store from './store.ts';

/**
 * Enqueues the deliveries of each event in the event's own transaction. If the transaction rolls back, the worker only
 * makes an unnecessary check.
 */
export function createOutbox(): Outbox {
  const touched = new Map<string, { id: string; businessId: string }>();
  return {
    enqueue: async (tx, businessId, events) => {
      for (const webhook of await store.listByBusiness(tx.db, businessId)) {
        if (webhook.status !== 'active') continue;
        const wanted = events.filter(event => isWanted(webhook, event));
        if (wanted.length === 0) continue;
        await deliveries.insertAll(
          tx.db,
          wanted.map(({ id: eventId, type, createdAt }) => ({
            id: tx.ids.next('delivery'),
            webhookId: webhook.id,
            eventId,
            type,
            status: 'pending',
            timeline: [],
            nextAttemptAt: createdAt,
            createdAt,
          })),
        );
        tx.database.afterCommit(tx.db, () => tx.outbox.touch(webhook));
      }
    },
    touch: ({ id, businessId }) => void touched.set(id, { id, businessId }),
    take: () => {
      const taken = [...touched.values()];
      touched.clear();
      return taken;
    },
  };
}
