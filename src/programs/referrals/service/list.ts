import type { Ctx } from '../../../context.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../../platform/page.ts';
import * as memberStore from '../../members/store.ts';
import { requireOwn } from '../../service/read.ts';
import type { ReferralRecord } from '../model.ts';
import { toReferral } from '../serialize.ts';
import * as store from '../store.ts';

interface ReferralQuery extends RecordQuery {
  /** One or more, separated by commas. */
  status?: string;
  /** The member who brought the others. */
  memberId?: string;
}

/** Lists the referrals of a program, newest first. @throws NOT_FOUND */
export async function listReferrals(
  ctx: Ctx,
  programId: string,
  { status, memberId, ...query }: ReferralQuery,
): Promise<Page<ReferralRecord>> {
  await requireOwn(ctx, programId);
  const referrer = memberId === undefined ? undefined : await memberStore.find(ctx.db, programId, memberId);
  if (memberId !== undefined && !referrer) return emptyPage(query);
  const filter = { programId, status: splitList(status), referrerKey: referrer?.id };
  const page = await store.list(ctx.db, filter, query);
  const keys = page.items.flatMap(row => [row.referrerKey, row.refereeKey]);
  const names = await store.listReferences(ctx.db, [...new Set(keys)]);
  const nameOf = (key: string) => names.get(key) ?? '';
  const items = page.items.map(row =>
    toReferral(row, { referrer: nameOf(row.referrerKey), referee: nameOf(row.refereeKey) }),
  );
  return { ...page, items };
}
