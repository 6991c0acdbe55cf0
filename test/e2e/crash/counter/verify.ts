import { call } from '../../calls.ts';
import type { StoredRows } from '../../stored-rows.ts';
import { type Journal, type Shop, toCents } from './clients.ts';

/** Compares what is stored with the responses, while no request is in flight. @returns the differences */
export async function compareCounter(
  url: string,
  shop: Shop,
  stored: StoredRows,
  journal: Journal,
): Promise<string[]> {
  return [
    ...(await compareRecords(stored, journal)),
    ...(await compareCodes(stored, journal)),
    ...(await compareMembers(url, shop, journal)),
  ];
}

/** Every acknowledged record is stored once, and no other. */
async function compareRecords(stored: StoredRows, journal: Journal): Promise<string[]> {
  const { visits, purchases, bought } = journal;
  const ids = async (query: string) => (await stored.read(query)).map(({ id }) => id as string);
  const pairs: [kind: string, acknowledged: string[], found: string[]][] = [
    ['visit', visits, await ids('select id from visits')],
    [
      'purchase',
      purchases,
      await ids(
        'select id from cashbacks where id not in (select cashback_id from visits where cashback_id is not null)',
      ),
    ],
    ['purchase in the shop', bought, await ids('select reward_id as id from shop_orders')],
  ];
  const problems = pairs.flatMap(([kind, acknowledged, found]) => [
    ...acknowledged.filter(id => !found.includes(id)).map(id => `${kind} ${id} is lost`),
    ...found.filter(id => !acknowledged.includes(id)).map(id => `${kind} ${id} was never acknowledged`),
    ...(new Set(acknowledged).size < acknowledged.length ? [`a ${kind} was acknowledged twice`] : []),
  ]);
  const actions = await stored.readNumber('select count(*) from counter_actions');
  return actions === journal.actions
    ? problems
    : [...problems, `${actions} actions are stored, expected ${journal.actions}`];
}

async function compareCodes(stored: StoredRows, { codes }: Journal): Promise<string[]> {
  const rows = await stored.read('select code, status from rewards');
  const found = new Map(rows.map(({ code, status }) => [code as string, status as string]));
  const problems = [...codes].flatMap(([code, state]) => {
    const status = found.get(code);
    // A refund can take back the stamps that a code was for.
    return status === state || (state === 'issued' && status === 'void')
      ? []
      : [`code ${code} is ${status}, not ${state}`];
  });
  return found.size === codes.size
    ? problems
    : [...problems, `${found.size} codes are stored, not ${codes.size}`];
}

async function compareMembers(
  url: string,
  { token, programId }: Shop,
  { expected }: Journal,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [memberId, { visits, points, spentPoints, available }] of expected) {
    const member = await call(url, 'GET', `/programs/${programId}/members/${memberId}`, undefined, token);
    const found = [member.visits, member.points, member.pointsBalance, toCents(member.cashback.available)];
    const wanted = [visits, points, points - spentPoints, available];
    if (String(found) !== String(wanted)) problems.push(`${memberId} has ${found}, expected ${wanted}`);
  }
  return problems;
}
