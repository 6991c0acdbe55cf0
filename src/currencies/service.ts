import type { Business, BusinessChange } from '../businesses/model.ts';
import * as businesses from '../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../context.ts';
import { AppError } from '../errors.ts';
import { toAmount, toCentsOrZero } from '../platform/money.ts';
import { getProgramRewards, validateRewards } from '../programs/rules.ts';
import * as store from './store.ts';

/**
 * Updates a business and, if the change names one, moves its amounts to another currency. Defined here because campaigns
 * and programs depend on businesses, not the reverse.
 * @throws the errors of the update of a business, CONFLICT for a currency that is fixed
 */
export async function updateBusiness(ctx: Ctx, change: BusinessChange): Promise<Business> {
  const { currency } = change;
  if (currency === undefined) return businesses.update(ctx, change);
  const id = await businesses.resolveBusinessId(ctx, change.businessId);
  const update = async (tx: TxCtx) => {
    await changeCurrency(tx, await businesses.requireById(tx, id), currency);
    return await businesses.update(tx, change);
  };
  return atomically(ctx, update, [`business:${id}`]);
}

/**
 * Moves a business to another currency, in the transaction that changes it: the amounts of its campaigns and programs keep
 * their number, so that 5 dollars become 5 euros. Nothing is converted.
 * @throws CONFLICT once an amount was promised or paid to a customer, or if an amount has more decimals than the currency
 */
async function changeCurrency(
  tx: TxCtx,
  { id, currency }: { id: string; currency: string },
  to: string,
): Promise<void> {
  if (currency === to) return;
  if (await store.hasMovedMoney(tx.db, id))
    throw conflict(`is fixed at ${currency}, because customers were promised or paid amounts in it`);
  for (const campaign of await store.listCampaigns(tx.db, id)) {
    const { rewardType, rewardValue, rewardMaxCents, budgetTotalCents } = campaign;
    const restate = (cents: number) => keepNumber(cents, currency, to, `campaign "${campaign.name}"`);
    await store.updateCampaign(tx.db, campaign.id, {
      currency: to,
      rewardValue: rewardType === 'fixed' ? restate(rewardValue) : rewardValue,
      rewardMaxCents: rewardMaxCents === null ? null : restate(rewardMaxCents),
      budgetTotalCents: budgetTotalCents === null ? null : restate(budgetTotalCents),
    });
  }
  for (const program of await store.listPrograms(tx.db, id)) {
    const where = `program "${program.name}"`;
    orConflict(to, where, () => validateRewards(getProgramRewards(program), to));
    const autoCreditLimitCents = keepNumber(program.autoCreditLimitCents, currency, to, where);
    await store.updateProgram(tx.db, program.id, { currency: to, autoCreditLimitCents });
  }
}

/** Restates an amount as the same number of another currency. @throws CONFLICT */
function keepNumber(cents: number, from: string, to: string, where: string): number {
  return orConflict(to, where, () => toCentsOrZero(toAmount(cents, from), to, 'currency'));
}

function orConflict<T>(currency: string, where: string, validate: () => T): T {
  try {
    return validate();
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw conflict(`can't become ${currency}: the ${where} has amounts with more decimals`);
  }
}

function conflict(issue: string): AppError {
  return new AppError('CONFLICT', `currency ${issue}`, {
    details: [{ field: 'currency', issue, rule: 'conflict' }],
  });
}
