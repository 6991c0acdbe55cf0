import type { MailRow } from '../../../db/schema/mailings.ts';
import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { deleteInBatches } from '../../due-work.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../platform/page.ts';
import { isMailKind } from '../kinds-model.ts';
import type { Mail } from '../model.ts';
import * as outbox from '../outbox-store.ts';
import * as store from '../store.ts';
import { compose } from './compose.ts';

interface MailQuery extends RecordQuery {
  businessId?: string;
  /** One or more, separated by commas. */
  state?: string;
  /** One or more, separated by commas. */
  kind?: string;
}

/** Lists the mails of a business, newest first: sent ones, and those that would have been sent. */
export async function listMails(ctx: Ctx, query: MailQuery): Promise<Page<Mail>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  const [state, kind] = [splitList(query.state), splitList(query.kind)];
  const found = await outbox.listByBusiness(ctx.db, { businessId, state, kind }, query);
  const names = await store.listNames(ctx.db, [...new Set(found.items.map(({ userId }) => userId))]);
  const items: Mail[] = [];
  for (const row of found.items) items.push(await toMail(ctx, row, names.get(row.userId) ?? ''));
  return { ...found, items };
}

/** The business sees the recipient's name, but not the address, which it has no right to. */
async function toMail(ctx: Ctx, row: MailRow, name: string): Promise<Mail> {
  const { id, kind, state, skipReason, attempts, error, nextAttemptAt, sentAt, createdAt } = row;
  const anyone = { id: row.userId, email: '', locale: null, isProven: true };
  const subject = isMailKind(kind) ? (await compose(ctx, anyone, { ...row, kind })).subject : null;
  const recipient = { id: row.userId, name };
  return {
    id,
    kind,
    state,
    skipReason,
    recipient,
    subject,
    attempts,
    error,
    nextAttemptAt,
    sentAt,
    createdAt,
  };
}

/** Looks for mails of the installation that wait after several attempts. */
export function findFailing({ db }: Pick<Ctx, 'db'>): Promise<outbox.FailingMails> {
  return outbox.findFailing(db);
}

/** Deletes mails past their retention. @returns how many */
export async function purgeOld(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - ctx.config.mailRetentionDays * DAY_MS);
  return deleteInBatches(ctx, (tx, limit) => outbox.deleteBefore(tx.db, before, limit));
}
