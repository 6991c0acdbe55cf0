import type { DeliveryRow, WebhookRow } from '../../db/schema/webhooks.ts';
import type { EventKind } from '../events/model.ts';
import type { Delivery, Webhook } from './model.ts';

/** Converts an endpoint to its API representation, without its secret. */
export function toWebhook(row: WebhookRow): Webhook {
  const { id, url, events, description, isThin: thin, status, disabledReason, createdAt } = row;
  return { id, url, events, description, thin, status, disabledReason, createdAt };
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    eventId: row.eventId,
    type: row.type as EventKind,
    status: row.status,
    attempts: row.attempts,
    responseStatus: row.responseStatus,
    responseBody: row.responseBody,
    error: row.error,
    durationMs: row.durationMs,
    nextAttemptAt: row.nextAttemptAt,
    createdAt: row.createdAt,
    timeline: row.timeline,
  };
}
