import type { ImportedMemberRow } from '../../../../db/schema/imports.ts';
import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import * as businesses from '../../../businesses/service.ts';
import type { TxCtx } from '../../../context.ts';
import * as ledger from '../../../ledger/service.ts';
import { iso } from '../../../platform/clock.ts';
import { getCashbackDates } from '../../cashback/rules.ts';
import { describeAccount } from '../../cashback/service/accounts.ts';
import { getProgramRewards } from '../../rules.ts';
import type { Change } from '../rules/plan.ts';
import * as store from '../store.ts';

/** Kinds of the transfers of opening balances. */
const KINDS = { points: 'points.opening', available: 'cashback.opening' } as const;
type Purpose = keyof typeof KINDS;
const SOURCES = { points: 'pointsOpening', available: 'opening' } as const;

/** The transfers and records of a member's opening balances. */
type Stored = Pick<ImportedMemberRow, 'pointsTransferId' | 'cashbackId' | 'cashbackTransferId'>;
export const NO_OPENING: Stored = { pointsTransferId: null, cashbackId: null, cashbackTransferId: null };

/** Returns whether opening balances count toward goals, by an activity. */
export function isCounted({ opening: { points, visits, spendCents } }: Change): boolean {
  return points + visits + spendCents > 0;
}

/** One opening balance of a member. */
interface Move {
  member: MemberRow;
  purpose: Purpose;
  amount: number;
}

/**
 * Moves opening balances from the program's opening accounts to the members, and records the points, visits and cashback
 * as activities and cashback of their own. @returns what was stored, by member
 */
export async function writeOpenings(
  tx: TxCtx,
  program: ProgramRow,
  importId: string,
  changes: readonly Change[],
): Promise<Map<string, Stored>> {
  const moves = changes.flatMap(({ after: member, opening }): Move[] => [
    { member, purpose: 'points', amount: opening.points },
    { member, purpose: 'available', amount: opening.cashbackCents },
  ]);
  const moved = moves.filter(({ amount }) => amount > 0);
  const transfers = await ledger.postAll(
    tx,
    moved.map(move => toTransfer(move, { reference: store.toReference(importId, move.member.id) })),
    moved.flatMap(toAccounts),
  );
  const stored = new Map(changes.map(({ after }) => [after.id, { ...NO_OPENING }]));
  for (const [index, { member, purpose }] of moved.entries()) {
    const of = stored.get(member.id) as Stored;
    const transferId = transfers[index]?.id ?? null;
    if (purpose === 'points') of.pointsTransferId = transferId;
    else Object.assign(of, { cashbackTransferId: transferId, cashbackId: tx.ids.next('cashback') });
  }
  await insertRecords(tx, program, importId, changes, stored);
  return stored;
}

/** Takes opening balances back to the program's opening accounts. */
export async function reverseOpenings(
  tx: TxCtx,
  rows: readonly { imported: ImportedMemberRow; member: MemberRow }[],
): Promise<void> {
  const moves = rows.flatMap(({ imported, member }) => [
    { member, purpose: 'points', amount: -imported.points, reverses: imported.pointsTransferId } as const,
    {
      member,
      purpose: 'available',
      amount: -imported.cashbackCents,
      reverses: imported.cashbackTransferId,
    } as const,
  ]);
  const moved = moves.filter(({ amount }) => amount < 0);
  await ledger.postAll(
    tx,
    moved.map(({ reverses, ...move }) => toTransfer(move, { reverses: reverses as string })),
    moved.flatMap(toAccounts),
  );
}

function toTransfer(
  { member, purpose, amount }: Move,
  cause: Pick<ledger.NewTransfer, 'reference' | 'reverses'>,
): ledger.NewTransfer {
  const [from, to] = toAccounts({ member, purpose });
  const entries = [
    { accountId: from.id, unit: from.unit, amount: -amount },
    { accountId: to.id, unit: to.unit, amount },
  ];
  return { kind: KINDS[purpose], businessId: member.businessId, entries, ...cause };
}

function toAccounts({ member, purpose }: Omit<Move, 'amount'>): [ledger.NewAccount, ledger.NewAccount] {
  return [describeAccount(member, SOURCES[purpose]), describeAccount(member, purpose)];
}

async function insertRecords(
  tx: TxCtx,
  program: ProgramRow,
  importId: string,
  changes: readonly Change[],
  stored: ReadonlyMap<string, Stored>,
): Promise<void> {
  const nowMs = tx.clock.now();
  const createdAt = iso(nowMs);
  const { cashback } = getProgramRewards(program);
  const { timeZone } = await businesses.requireById(tx, program.businessId);
  const { expiresAt } = getCashbackDates(cashback && { ...cashback, holdDays: 0 }, nowMs, timeZone);
  const counted = changes.filter(isCounted);
  await store.insertActivities(
    tx.db,
    counted.map(({ after: { id: memberId }, opening: { points, visits, spendCents } }) => ({
      id: store.toReference(importId, memberId),
      reference: store.toReference(importId, memberId),
      memberId,
      points,
      visits,
      isApproval: false,
      spendCents,
      createdAt,
      transferId: stored.get(memberId)?.pointsTransferId ?? null,
    })),
  );
  await store.insertCashbacks(
    tx.db,
    changes.flatMap(({ after, opening: { cashbackCents } }) => {
      const { cashbackId, cashbackTransferId } = stored.get(after.id) as Stored;
      if (cashbackId === null || cashbackTransferId === null) return [];
      return {
        id: cashbackId,
        programId: program.id,
        businessId: program.businessId,
        currency: program.currency,
        memberKey: after.id,
        memberId: after.memberId,
        amountCents: cashbackCents,
        remainingCents: cashbackCents,
        status: 'available' as const,
        description: 'Opening balance',
        availableAt: createdAt,
        expiresAt,
        earnTransferId: cashbackTransferId,
        createdAt,
      };
    }),
  );
}
