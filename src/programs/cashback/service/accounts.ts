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

export interface Movement {
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
