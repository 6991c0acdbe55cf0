import type { Outbox } from '../context.ts';
import { isWanted } from '../events/model.ts';
import * as deliveries from './deliveries-store.ts';
import * as store from './store.ts';

/**
 * Turns each event into its deliveries, in the event's own transaction. A business without endpoints pays one
 * look into an index. What is touched by a transaction that is rolled back after all costs the worker a look
 * at nothing.
 */
export function createOutbox(): Outbox {
  const touched = new Set<string>();
  return {
    enqueue: (tx, { id, businessId, type, createdAt }) => {
      for (const { id: webhookId, status, events } of store.listOfBusiness(tx.db, businessId)) {
        if (status !== 'active' || !isWanted(events, type)) continue;
        deliveries.insert(tx.db, {
          id: tx.ids.next('delivery'),
          webhookId,
          eventId: id,
          type,
          status: 'pending',
          timeline: [],
          nextAttemptAt: createdAt,
          createdAt,
        });
        touched.add(webhookId);
      }
    },
    touch: webhookId => void touched.add(webhookId),
    take: () => {
      const taken = [...touched];
      touched.clear();
      return taken;
    },
  };
}
