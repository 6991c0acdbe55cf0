import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { iso } from '../../../platform/clock.ts';
import { hmacSha256 } from '../../../platform/crypto.ts';
import { getProgramRewards } from '../../rules.ts';
import { toMember } from '../../serialize.ts';
import { assertCanEarn, getProgramRow, requireVisible, resolveProgramLockKeys } from '../../service/read.ts';
import { formatCard, getRotation, getRotationTimes, isCurrentRotation, readCard } from '../card-rules.ts';
import type { Member, MemberCard } from '../model.ts';
import { getGoalProgress } from '../rules.ts';
import type { SearchScope } from '../search-store.ts';
import * as store from '../store.ts';
import { requireMember } from './read.ts';

/**
 * Returns the member's current card: businesses for any of their members, customers only their own.
 * @throws NOT_FOUND, FORBIDDEN if a customer names another user, MEMBER_SUSPENDED
 */
export async function getCard(ctx: Ctx, programId: string, memberId: string): Promise<MemberCard> {
  const program = await requireVisible(ctx, programId);
  return issueCard(ctx, program, await requireMember(ctx, program, memberId));
}

/**
 * Replaces a static card, such as one that was lost: the earlier one stops working. A rotating card needs no replacement.
 * @throws NOT_FOUND, FORBIDDEN if a customer names another user, MEMBER_SUSPENDED
 */
export async function replaceCard(ctx: Ctx, programId: string, memberId: string): Promise<MemberCard> {
  const replace = async (tx: TxCtx) => {
    const program = await requireVisible(tx, programId);
    const member = await requireMember(tx, program, memberId);
    assertCanEarn(member);
    const after = await store.update(tx.db, member.id, { cardVersion: member.cardVersion + 1 });
    await store.replaceMergedCards(tx.db, [member.id]);
    await events.record(tx, 'member.cardReplaced', { businessId: after.businessId, object: toMember(after) });
    return issueCard(tx, program, after);
  };
  return atomically(ctx, replace, await resolveProgramLockKeys(ctx, programId));
}

/** A member and what their pass in a phone's wallet shows. */
export interface CardHolder {
  programId: string;
  programName: string;
  businessId: string;
  member: Member;
  /** The text of a static card of an active member; a rotating one would be outdated in a wallet. */
  card: string | null;
  cardVersion: number;
  /** The first stamp card that is not full; null without one. */
  stamps: { name: string; current: number; target: number } | null;
}

/** Returns a member that the caller may read. @throws NOT_FOUND, FORBIDDEN if a customer names another user */
export async function getCardHolder(ctx: AnyCtx, programId: string, memberId: string): Promise<CardHolder> {
  const program = await requireVisible(ctx, programId, 'programId');
  return await toCardHolder(ctx, program, await requireMember(ctx, program, memberId));
}

/** Returns the member with this ID, for work without a caller; undefined if there is none. */
export async function findCardHolder(ctx: AnyCtx, id: string): Promise<CardHolder | undefined> {
  const member = await store.findById(ctx.db, id);
  return member && toCardHolder(ctx, await getProgramRow(ctx, member.programId), member);
}

/** Returns how often the card of the member with this ID was replaced. */
export async function findCardVersion(ctx: AnyCtx, id: string): Promise<number> {
  return (await store.findById(ctx.db, id))?.cardVersion ?? 0;
}

async function toCardHolder(ctx: AnyCtx, program: ProgramRow, member: MemberRow): Promise<CardHolder> {
  const { id: programId, name: programName, businessId, card } = program;
  const hasCard = card === 'static' && member.status === 'active';
  return {
    programId,
    programName,
    businessId,
    member: toMember(member),
    card: hasCard ? issueCard(ctx, program, member).card : null,
    cardVersion: member.cardVersion,
    stamps: await findStamps(ctx, program, member),
  };
}

async function findStamps(
  ctx: AnyCtx,
  program: ProgramRow,
  member: MemberRow,
): Promise<CardHolder['stamps']> {
  const goals = getProgramRewards(program).goals?.filter(({ metric }) => metric === 'visits') ?? [];
  if (goals.length === 0) return null;
  const states = await store.getGoalStates(ctx.db, member.id);
  for (const goal of goals) {
    const { name, target } = goal;
    const current = getGoalProgress(goal, member, states.get(goal.id as string));
    if (current < target) return { name, current, target };
  }
  return null;
}

function issueCard(ctx: AnyCtx, { id, card: kind }: ProgramRow, member: MemberRow): MemberCard {
  assertCanEarn(member);
  const isStatic = kind === 'static';
  const counter = isStatic ? member.cardVersion : getRotation(ctx.clock.now());
  const { renewMs, expiresMs } = getRotationTimes(counter);
  return {
    programId: id,
    memberId: member.memberId,
    kind,
    card: formatCard({ kind, memberKey: member.id, counter }, createSigner(ctx)),
    expiresAt: isStatic ? null : iso(expiresMs),
    renewAt: isStatic ? null : iso(renewMs),
  };
}

/**
 * Returns the member whose card was scanned. Cards of other businesses or programs, replaced ones and those of the
 * program's earlier kind are unknown.
 * @throws NOT_FOUND with the field `card`, MEMBER_SUSPENDED for a member who is suspended or has left
 */
export async function resolveCard(ctx: AnyCtx, scope: SearchScope, scanned: string): Promise<MemberRow> {
  const card = readCard(scanned, createSigner(ctx));
  const member = card && (await store.findById(ctx.db, card.memberKey));
  const isOfScope =
    member &&
    ('programId' in scope ? member.programId === scope.programId : member.businessId === scope.businessId);
  if (!card || !member || !isOfScope) throw unknownCard('is not a card of a member');
  const program = await getProgramRow(ctx, member.programId);
  const isValid =
    card.kind === program.card &&
    (card.kind === 'static'
      ? card.counter === member.cardVersion
      : isCurrentRotation(card.counter, ctx.clock.now()));
  if (!isValid) throw unknownCard('has expired or was replaced; ask for the current card');
  const holder = (await store.follow(ctx.db, member)) as MemberRow;
  assertCanEarn(holder);
  return holder;
}

function unknownCard(issue: string): AppError {
  return new AppError('NOT_FOUND', `The card ${issue}`, {
    details: [{ field: 'card', issue, rule: 'unknown' }],
  });
}

function createSigner({ signingKeys }: AnyCtx): (text: string) => string {
  return text => hmacSha256(signingKeys.memberCards, text);
}
