import { mapInOrder } from '../../../src/platform/runtime/in-order.ts';
import type { TestResponse } from '../../support/test-app.ts';
import type { Json, Scene } from '../fixture.ts';

type Options = {
  mapping?: Record<string, string> | string;
  dryRun?: boolean;
  as?: string;
  headers?: Record<string, string>;
};

/** Calls POST /imports with a CSV file, by default as the business. */
export function importFile(
  ctx: Scene,
  programId: string,
  csv: string | Uint8Array<ArrayBuffer>,
  { mapping, dryRun, as = ctx.business.token, headers = {} }: Options = {},
): Promise<TestResponse<Json>> {
  const form = new FormData();
  form.set('kind', 'members');
  form.set('programId', programId);
  if (mapping !== undefined)
    form.set('mapping', typeof mapping === 'string' ? mapping : JSON.stringify(mapping));
  if (dryRun !== undefined) form.set('dryRun', String(dryRun));
  form.set('file', new File([csv], 'members.csv', { type: 'text/csv' }));
  return ctx.call('POST', '/imports', undefined, { as, raw: form, headers });
}

export function undoImport(
  ctx: Scene,
  id: string,
  body: object = {},
  { as = ctx.business.token, headers = {} }: Pick<Options, 'as' | 'headers'> = {},
): Promise<TestResponse<Json>> {
  return ctx.call('POST', `/imports/${id}/undo`, body, { as, headers });
}

/** The queries of everything that an import can change, except the log of what happened. */
export const BALANCES = [
  'select * from members order by id',
  'select * from programs order by id',
  'select * from member_terms order by member_key, term',
  'select * from member_steps order by id',
  'select * from member_goals order by member_id, goal_id',
  'select * from goal_completions order by member_id, goal_id, number',
  'select * from cashbacks order by id',
  'select * from visits order by id',
  'select * from rewards order by id',
  'select * from imported_members order by import_id, member_key',
  // Accounts are never deleted; one without a balance is the same as none.
  'select id, unit, balance from ledger_accounts where balance <> 0 order by id',
  "select * from tallies where total <> 0 and list <> 'events' order by scope, list, facet",
];

/** Returns all members, balances and records of the database as text, to compare byte by byte. */
export async function dumpBalances(ctx: Scene): Promise<string> {
  const db = ctx.app.services.database.reader;
  return JSON.stringify(await mapInOrder(BALANCES, async query => await db.all(query)), null, 1);
}
