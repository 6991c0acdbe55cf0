/**
 * `bun test/property/counter/mutants.ts`: plants one bug at a time in a copy of the source and runs the property on it.
 * Exits with code 1 if a bug is not caught or its pattern no longer occurs in the source.
 */
import { SourceCopy } from '../../support/source-copy.ts';

/** Each bug: its name, the file, the original source text and its replacement. */
const MUTANTS: [name: string, file: string, find: string, replace: string][] = [
  [
    'a full card drops what exceeds the target',
    'src/programs/members/service/goals.ts',
    'consumed: (state?.consumed ?? 0) + consumed * count',
    'consumed: (state?.consumed ?? 0) + consumed * count + 1',
  ],
  [
    'several full cards win one code',
    'src/programs/members/rules.ts',
    'export const MAX_COMPLETIONS_PER_ACTIVITY = 100',
    'export const MAX_COMPLETIONS_PER_ACTIVITY = 1',
  ],
  [
    'a reversal keeps the code of a goal that is lost',
    'src/programs/members/service/goals.ts',
    'if (last?.rewardId) await voidReward(',
    'if (last?.rewardId === "") await voidReward(',
  ],
  [
    'spent points can be reversed',
    'src/programs/members/service/activities.ts',
    'if (activity.points > member.points - member.pointsSpent)',
    'if (activity.points > member.points)',
  ],
  ['the cooldown is ignored', 'src/programs/visits/rules.ts', 'if (left <= 0) return;', 'return;'],
  [
    'the daily limit ignores the quantity',
    'src/programs/visits/rules.ts',
    'today + quantity <= visitMaxPerDay',
    'today + 1 <= visitMaxPerDay',
  ],
  [
    'an order counts as a visit and for cashback',
    'src/programs/service/orders.ts',
    'if (await visitStore.findByOrder(db, programId, orderId))',
    'if (orderId === "")',
  ],
  [
    'the stock is never used up',
    'src/programs/shop/rules.ts',
    'Math.max(0, stock - total)',
    'Math.max(1, stock - total)',
  ],
  [
    'a member can buy one more than the limit',
    'src/programs/shop/rules.ts',
    'own >= item.perMember',
    'own > item.perMember',
  ],
  [
    'a purchase in the shop costs nothing',
    'src/programs/shop/service/buy.ts',
    '      pointsSpent: points,',
    '      pointsSpent: 0,',
  ],
  [
    'a canceled purchase keeps its points',
    'src/programs/shop/service/cancel.ts',
    '{ pointsSpent: -points }',
    '{ pointsSpent: 0 }',
  ],
  [
    'a canceled purchase keeps the limit per member',
    'src/programs/shop/service/cancel.ts',
    'await store.count(tx.db, member.id, itemId, -1);',
    '',
  ],
  [
    'a purchase can be canceled twice',
    'src/programs/shop/rules.ts',
    'if (row.canceledAt !== null)',
    "if (row.canceledAt === '')",
  ],
  [
    'the order of a visit earns no cashback',
    'src/programs/visits/service/record.ts',
    'earned && earned.cents > 0',
    'earned && earned.cents < 0',
  ],
  [
    'a visit counts once whatever its quantity',
    'src/programs/visits/service/record.ts',
    'visits: quantity',
    'visits: 1',
  ],
  [
    'an order can be refunded twice',
    'src/programs/refunds/rules.ts',
    'const left = total - before;',
    'const left = total;',
  ],
  [
    'each part of a refund is rounded for itself',
    'src/programs/refunds/rules.ts',
    'return share(after) - share(before);',
    'return share(after - before);',
  ],
  [
    'cashback that is spent can be taken back',
    'src/programs/refunds/rules.ts',
    'if (left < cents) {',
    'if (left < 0) {',
  ],
  [
    'orders can be refunded after the window',
    'src/programs/refunds/rules.ts',
    'now <= Date.parse(createdAt) + days * DAY_MS',
    'days > 0',
  ],
  [
    'a refund leaves the points',
    'src/programs/members/service/activities.ts',
    'const counts = { points: -points, spendCents: -spendCents',
    'const counts = { points: 0, spendCents: -spendCents',
  ],
  [
    'a refunded visit still counts toward the day',
    'src/programs/visits/service/record.ts',
    'await store.update(tx.db, id, { reversedAt: nowIso(tx.clock) });',
    '',
  ],
  [
    'a refunded visit keeps its cooldown',
    'src/programs/visits/service/record.ts',
    '(await store.findLatest(tx.db, memberKey))?.createdAt ?? null',
    'nowIso(tx.clock)',
  ],
  [
    'spent cashback returns to the first that was deducted',
    'src/programs/refunds/store.ts',
    'orderBy: [desc(cashbackRedemptionParts.number)]',
    'orderBy: [cashbackRedemptionParts.number]',
  ],
  [
    'a refund of spent cashback leaves it redeemed',
    'src/programs/refunds/service/redemption.ts',
    'redeemedCents: -cents',
    'redeemedCents: 0',
  ],
  [
    'a reinstated code cannot be redeemed',
    'src/rewards/reinstate.ts',
    "status: 'issued' as const",
    "status: 'redeemed' as const",
  ],
  [
    'a code that is not redeemed can be reinstated',
    'src/rewards/rules.ts',
    "if (row.status !== 'redeemed' || row.redeemedAt === null) {",
    "if (row.status === 'expired') {",
  ],
  [
    'a code can be reinstated after the window',
    'src/rewards/rules.ts',
    'Date.parse(row.redeemedAt) + windowHours * HOUR_MS < now',
    'windowHours < 0',
  ],
];

const RUN = ['3', '1000'];

const copy = new SourceCopy();

/** Runs the property on the copy. @returns its finding; undefined if it passes */
async function runCheck(): Promise<string | undefined> {
  const { exitCode, output } = await copy.run('test/property/counter/main.ts', ...RUN);
  if (exitCode === 0) return undefined;
  return /enough: (.*)/.exec(output)?.[1] ?? /FAILED.*/.exec(output)?.[0] ?? 'the test did not run';
}

let missed = (await runCheck()) === undefined ? 0 : 1;
process.stdout.write(missed === 0 ? 'passes without a planted bug\n' : 'FAILS WITHOUT A PLANTED BUG\n');
for (const [name, file, find, replace] of MUTANTS) {
  const tried = await copy.with({ file, find, replace }, async () => ({ said: await runCheck() }));
  if (!tried) throw new Error(`"${find}" must occur once in ${file}`);
  const { said } = tried;
  const isCaught = said !== undefined && said !== 'the test did not run';
  if (!isCaught) missed += 1;
  process.stdout.write(`${isCaught ? 'caught' : 'MISSED'}  ${name}: ${said ?? 'nothing noticed'}\n`);
}
copy.remove();
process.exit(missed === 0 ? 0 : 1);
