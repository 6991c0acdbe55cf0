/**
 * `bun run bench [list|layers|create|csv|submit|order|exchange|flat|market|listings|members|perks|reference|streams|agents|plans|postgres|shops|start]…`, all
 * without a name.
 * `bun run bench against <checkout> [list|create|submit|order]…` compares this program with another checkout of it.
 * `bun run bench --json` compares the ratios with those of baseline.json and exits with 1 if one fell by more than a third in
 * three measurements; check:nightly runs it. `bun run bench guard` is its short form, which `.ci/run` runs, and `--update`
 * stores the ratios as the new baseline.
 * `--smoke` shows within seconds that the topics, by default all that need no PostgreSQL, still work; its figures mean nothing.
 * Prints ratios to a raw Bun.serve + bun:sqlite program measured in the same minutes; figures of one machine are of
 * little use on another. Nothing here fails by time.
 */
import { against } from './against.ts';
import { agents } from './agents.ts';
import { create } from './create.ts';
import { csv } from './csv.ts';
import { exchange } from './exchange.ts';
import { flat } from './flat.ts';
import { guard } from './guard.ts';
import { layers } from './layers.ts';
import { list } from './list.ts';
import { listings } from './listings.ts';
import { market } from './market.ts';
import { membersOfBusiness } from './members.ts';
import { perks } from './perks.ts';
import { plans } from './plans.ts';
import { postgres } from './postgres.ts';
import { reference } from './reference.ts';
import { shops } from './shops.ts';
import { isSmoke } from './smoke.ts';
import { start } from './start.ts';
import { streams } from './streams.ts';
import { order, submit } from './writes.ts';

const TOPICS: Record<string, () => Promise<void>> = {
  list,
  layers,
  create,
  csv,
  submit,
  order,
  exchange,
  flat,
  market,
  listings,
  members: membersOfBusiness,
  perks,
  reference,
  streams,
  agents,
  plans,
  postgres,
  shops,
  start,
};

const wanted = process.argv.slice(2).filter(argument => argument !== '--smoke');
if (wanted[0] === 'against' && wanted[1]) {
  await against(wanted[1], wanted.slice(2));
  process.exit(0);
}
if (wanted[0] === 'guard' || wanted[0] === '--json' || wanted[0] === '--update') {
  const isShort = wanted[0] === 'guard';
  const hasPassed = await guard({
    isShort,
    isJson: wanted.includes('--json'),
    isUpdate: wanted.includes('--update'),
  });
  process.exit(hasPassed ? 0 : 1);
}
const unknown = wanted.filter(name => !TOPICS[name]);
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown benchmark ${unknown.join(', ')}; choose from ${Object.keys(TOPICS).join(', ')}\n`,
  );
  process.exit(2);
}
const all = Object.keys(TOPICS).filter(name => !isSmoke || name !== 'postgres');
for (const name of wanted.length > 0 ? wanted : all) await TOPICS[name]?.();
if (isSmoke && wanted.length === 0) await guard({ isShort: false, isJson: false, isUpdate: false });
process.exit(0);
