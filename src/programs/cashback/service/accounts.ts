import type { EntryRow } from '../../../../db/schema/ledger.ts';
import type { MemberRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import { POINTS } from '../../../ledger/rules.ts';
import * as ledger from '../../../ledger/service.ts';

/** Ledger accounts of a member, and of the program that issues to them. */
const MEMBER_ACCOUNTS = ['pending', 'available', 'points'] as const;
const PROGRAM_ACCOUNTS = [
  'issued',
  'redeemed',
  'opening',
  'pointsIssued',
  'pointsSpent',
  'pointsOpening',
] as const;
/** The accounts that count points; the others count money in the program's currency. */
const POINT_ACCOUNTS: readonly Purpose[] = ['points', 'pointsIssued', 'pointsSpent', 'pointsOpening'];

type Purpose = (typeof MEMBER_ACCOUNTS)[number] | (typeof PROGRAM_ACCOUNTS)[number];

export function accountName(
  { id, programId }: Pick<MemberRow, 'id' | 'programId'>,
  purpose: Purpose,
): string {
  switch (purpose) {
    case 'points':
      return `member:${id}/points`;
    case 'pending':
    case 'available':
      return `member:${id}/cashback/${purpose}`;
    case 'issued':
    case 'redeemed':
    case 'opening':
      return `program:${programId}/cashback/${purpose}`;
    case 'pointsIssued':
      return `program:${programId}/points/issued`;
    case 'pointsSpent':
      return `program:${programId}/points/spent`;
    case 'pointsOpening':
      return `program:${programId}/points/opening`;
  }
}

/** Accounts that issue units: a negative balance equals what members hold or have spent. */
const ISSUANCE: Purpose[] = ['issued', 'opening', 'pointsIssued', 'pointsOpening'];

/** Describes an account of a member or of its program. */
export function describeAccount(
  member: Pick<MemberRow, 'id' | 'programId' | 'businessId' | 'currency'>,
  purpose: Purpose,
): ledger.NewAccount {
  return {
    id: accountName(member, purpose),
    unit: POINT_ACCOUNTS.includes(purpose) ? POINTS : member.currency,
    ownerId: (MEMBER_ACCOUNTS as readonly Purpose[]).includes(purpose) ? member.id : member.programId,
    businessId: member.businessId,
    allowsNegative: ISSUANCE.includes(purpose),
  };
}

async function openMemberAccount(
  tx: TxCtx,
  member: MemberRow,
  purpose: Purpose,
): Promise<{ accountId: string; unit: string }> {
  const { id, unit } = await ledger.openAccount(tx, describeAccount(member, purpose));
  return { accountId: id, unit };
}

interface Movement {
  kind: string;
  from: Purpose;
  to: Purpose;
  amount: number;
  reference?: string;
  description?: string;
}

/** Moves units between two accounts of a program. @returns the transfer's id */
export async function moveFunds(
  tx: TxCtx,
  member: MemberRow,
  { kind, from, to, amount, ...more }: Movement,
): Promise<string> {
  const entries = [
    { ...(await openMemberAccount(tx, member, from)), amount: -amount },
    { ...(await openMemberAccount(tx, member, to)), amount },
  ];
  return (await ledger.post(tx, { kind, businessId: member.businessId, entries, ...more })).id;
}

/**
 * Reverses an amount of a transfer with two entries, also one of a member who was merged into this one: the funds go by way
 * of the account that the transfer names.
 * @throws the errors of `ledger.reversePart`
 */
export async function reverseFunds(
  tx: TxCtx,
  member: MemberRow,
  transferId: string,
  amount: number,
  description?: string,
): Promise<void> {
  const isForeign = ({ accountId }: EntryRow) =>
    accountId.startsWith('member:') && !accountId.startsWith(`member:${member.id}/`);
  const foreign = (await ledger.listEntries(tx, transferId)).filter(isForeign);
  const bring = async ({ accountId, unit, ...entry }: EntryRow) => {
    const own = await openMemberAccount(tx, member, toPurpose(accountId));
    const brought = Math.sign(entry.amount) * amount;
    const entries = [
      { accountId, unit, amount: brought },
      { ...own, amount: -brought },
    ];
    await ledger.post(tx, { kind: MERGED, businessId: member.businessId, entries, description: transferId });
  };
  for (const entry of foreign) if (entry.amount > 0) await bring(entry);
  await ledger.reversePart(tx, transferId, amount, description);
  for (const entry of foreign) if (entry.amount < 0) await bring(entry);
}

/** The kind of transfers between a member and those who were merged into it. */
const MERGED = 'member.merged';

function toPurpose(accountId: string): Purpose {
  const path = accountId.slice(accountId.indexOf('/'));
  return MEMBER_ACCOUNTS.find(purpose => accountName(NO_ONE, purpose).endsWith(path)) as Purpose;
}

const NO_ONE = { id: '', programId: '' };

/** Moves the funds of a member to another one. @param by the amount on each account; below 0 from the other one */
export async function moveBetween(
  tx: TxCtx,
  { from, to, by }: { from: MemberRow; to: MemberRow; by: Record<(typeof MEMBER_ACCOUNTS)[number], number> },
  reference: string,
): Promise<void> {
  for (const purpose of MEMBER_ACCOUNTS) {
    const amount = by[purpose];
    if (amount === 0) continue;
    const entries = [
      { ...(await openMemberAccount(tx, from, purpose)), amount: -amount },
      { ...(await openMemberAccount(tx, to, purpose)), amount },
    ];
    await ledger.post(tx, {
      kind: MERGED,
      businessId: from.businessId,
      entries,
      reference: `${reference}/${purpose}`,
    });
  }
}
