import type { EventRow } from '../../db/schema/events.ts';
import * as users from '../auth/service/users.ts';
import * as businesses from '../businesses/service.ts';
import { getNamesById } from '../campaigns/service/read.ts';
import { atomically, type Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { listLinked } from '../people/service.ts';
import { nowIso } from '../platform/clock.ts';
import type { Page, RecordQuery } from '../platform/page.ts';
import { countPending } from '../submissions/service/read.ts';
import type { Notification, NotificationCounts, NotificationType, SeenNotifications } from './model.ts';
import * as store from './store.ts';

/** Notifications are among this many newest events of a business, so that finding them takes a bounded time. */
const MAX_EVENTS = 5_000;
/** Unseen notifications are counted up to this number. */
const MAX_UNSEEN = 100;

interface NotificationQuery extends RecordQuery {
  businessId?: string;
}

/** Lists what happened in the caller's business that needs a person's attention, newest first. */
export async function listNotifications(
  ctx: Ctx,
  query: NotificationQuery,
): Promise<Page<Notification> & NotificationCounts> {
  const { reader, seen, counts } = await readInbox(ctx, query.businessId);
  const page = await store.list(ctx.db, reader, query);
  const items = await toNotifications(ctx, reader.businessId, page.items, seen);
  return { ...page, items, ...counts };
}

/** Marks notifications as seen by the caller. @throws NOT_FOUND for an unknown notification */
export async function markSeen(
  ctx: Ctx,
  { notificationId, businessId: named }: SeenNotifications,
): Promise<NotificationCounts> {
  const businessId = await businesses.resolveBusinessId(ctx, named);
  const userId = ctx.actor.id;
  await atomically(
    ctx,
    async tx => {
      const sequence =
        notificationId === undefined
          ? (await store.findSequences(tx.db, { userId, businessId })).last
          : await store.findSequence(tx.db, { id: notificationId, businessId });
      if (sequence === undefined) throw notFound({ kind: 'notification', field: 'notificationId' });
      await store.markSeen(tx.db, { userId, businessId, sequence, updatedAt: nowIso(tx.clock) });
    },
    [`user:${userId}`],
  );
  return (await readInbox(ctx, businessId)).counts;
}

async function readInbox(ctx: Ctx, named: string | undefined) {
  const businessId = await businesses.resolveBusinessId(ctx, named);
  const actorId = ctx.actor.id;
  const { last, seen } = await store.findSequences(ctx.db, { userId: actorId, businessId });
  const reader = { businessId, actorId, after: Math.max(0, last - MAX_EVENTS) };
  const unseenAfter = Math.max(reader.after, seen);
  const unseen = await store.countOpen(ctx.db, { ...reader, after: unseenAfter, limit: MAX_UNSEEN });
  const pendingSubmissions = await countPending(ctx, businessId);
  return { reader, seen, counts: { unseen, pendingSubmissions } };
}

/** The fields of a record in an event that notifications show. */
interface EventObject {
  id: string;
  campaignId?: string | null;
  userId?: string | null;
  name?: string;
  amount?: number | null;
  url?: string;
  platform?: string;
  limit?: string;
  deviceName?: string;
}

async function toNotifications(
  ctx: Ctx,
  businessId: string,
  rows: readonly EventRow[],
  seen: number,
): Promise<Notification[]> {
  const objects = rows.map(row => row.data.object as EventObject);
  const campaignNames = await getNamesById(ctx, distinct(objects.map(({ campaignId }) => campaignId)));
  const customerIds = distinct(objects.map(({ userId }) => userId));
  const customerNames = await users.getNamesById(ctx, await listLinked(ctx, businessId, customerIds));
  const decided = await store.findDecided(ctx.db, distinct(rows.map(({ resourceId }) => resourceId)));
  return rows.map((row, index) => {
    const object = objects[index] as EventObject;
    const { campaignId, userId, name, amount, url, platform, limit, deviceName } = object;
    const isCampaign = row.type.startsWith('campaign.');
    const named = isCampaign ? object.id : campaignId;
    return {
      id: row.id,
      type: row.type as NotificationType,
      createdAt: row.createdAt,
      isSeen: row.sequence <= seen || decided.has(row.resourceId),
      resourceId: row.resourceId,
      campaign: named ? { id: named, name: (isCampaign ? name : campaignNames.get(named)) ?? null } : null,
      customer: userId ? { id: userId, name: customerNames.get(userId) ?? null } : null,
      amount: amount ?? null,
      detail: url ?? platform ?? limit ?? deviceName ?? null,
    };
  });
}

function distinct(ids: (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter(id => id != null))];
}
