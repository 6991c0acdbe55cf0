import type { MemberRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import { POINTS, USD } from '../../../ledger/rules.ts';
import * as ledger from '../../../ledger/service.ts';

/** Ledger accounts of a member, and of the program that issues to them. */
const MEMBER_ACCOUNTS = { pending: USD, available: USD, points: POINTS };
const PROGRAM_ACCOUNTS = { issued: USD, redeemed: USD, pointsIssued: POINTS, pointsSpent: POINTS };

type Purpose = keyof typeof MEMBER_ACCOUNTS | keyof typeof PROGRAM_ACCOUNTS;

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
      return `program:${programId}/cashback/${purpose}`;
    case 'pointsIssued':
      return `program:${programId}/points/issued`;
    case 'pointsSpent':
      return `program:${programId}/points/spent`;
  }
}

/** Accounts that issue units: a negative balance equals what members hold or have spent. */
const ISSUANCE: Purpose[] = ['issued', 'pointsIssued'];

async function openMemberAccount(
  tx: TxCtx,
  member: MemberRow,
  purpose: Purpose,
): Promise<{ accountId: string; unit: string }> {
  const unit = { ...MEMBER_ACCOUNTS, ...PROGRAM_ACCOUNTS }[purpose];
  const { id } = await ledger.openAccount(tx, {
    id: accountName(member, purpose),
    unit,
    ownerId: purpose in MEMBER_ACCOUNTS ? member.id : member.programId,
    businessId: member.businessId,
    allowsNegative: ISSUANCE.includes(purpose),
  });
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
