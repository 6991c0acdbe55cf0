import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import * as ledger from '../../../ledger/service.ts';
import { toAmount } from '../../../platform/money.ts';
import { mapInOrder } from '../../../platform/runtime/in-order.ts';
import { accountName } from '../../cashback/service/accounts.ts';
import { processDueCashbackBestEffort } from '../../cashback/service/due.ts';
import { requireVisible } from '../../service/read.ts';
import * as store from '../store.ts';

/** One movement on a member's account, in the program's currency or in points. */
export interface StatementLine {
  createdAt: string;
  account: 'pending' | 'available' | 'points';
  kind: string;
  amount: number;
  balance: number;
  reference: string | null;
}

const ACCOUNTS = ['pending', 'available', 'points'] as const;
/** Movements read per batch and account. */
const BATCH = 1_000;

/** Lists every movement of a member's cashback and points, oldest first. @throws NOT_FOUND */
export async function getStatement(ctx: Ctx, programId: string, memberId: string): Promise<StatementLine[]> {
  await processDueCashbackBestEffort(ctx);
  await requireVisible(ctx, programId);
  const member = await store.find(ctx.db, programId, memberId);
  if (!member) throw notFound({ kind: 'member', field: 'memberId' });
  const lines = (
    await mapInOrder(ACCOUNTS, account =>
      listLines(ctx, accountName(member, account), account, member.currency),
    )
  ).flat();
  return lines.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

async function listLines(
  ctx: Ctx,
  accountId: string,
  account: StatementLine['account'],
  currency: string,
): Promise<StatementLine[]> {
  const inUnit = (amount: number) => (account === 'points' ? amount : toAmount(amount, currency));
  const lines: StatementLine[] = [];
  for (;;) {
    const page = await ledger.listStatementLines(ctx, accountId, BATCH, lines.length);
    for (const { createdAt, kind, amount, balanceAfter, ...line } of page) {
      const balance = inUnit(balanceAfter);
      const reversed = line.reverses ?? line.partlyReverses;
      const cause = line.reference ?? (reversed && `reverses ${reversed}`);
      lines.push({ createdAt, account, kind, amount: inUnit(amount), balance, reference: cause });
    }
    if (page.length < BATCH) return lines.reverse();
  }
}
