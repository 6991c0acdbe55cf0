/**
 * `bun run bench [list|layers|create|submit|order|exchange|flat|market|listings|members|perks|reference|streams|agents|plans|postgres|start]…`, all
 * without a name.
 * `bun run bench against <checkout> [list|create|submit|order]…` compares this program with another checkout of it.
 * Prints ratios to a raw Bun.serve + bun:sqlite program measured in the same minutes; figures of one machine are of
 * little use on another. Nothing here fails by time: the exit code is 0.
 */
import { against } from './against.ts';
import { agents } from './agents.ts';
import { create } from './create.ts';
import { exchange } from './exchange.ts';
import { flat } from './flat.ts';
import { layers } from './layers.ts';
import { list } from './list.ts';
import { listings } from './listings.ts';
import { market } from './market.ts';
import { membersOfBusiness } from './members.ts';
import { perks } from './perks.ts';
import { plans } from './plans.ts';
import { postgres } from './postgres.ts';
import { reference } from './reference.ts';
import { start } from './start.ts';
import { streams } from './streams.ts';
import { order, submit } from './writes.ts';

const TOPICS: Record<string, () => Promise<void>> = {
  list,
  layers,
  create,
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
  start,
};

const wanted = process.argv.slice(2);
if (wanted[0] === 'against' && wanted[1]) {
  await against(wanted[1], wanted.slice(2));
  process.exit(0);
}
const unknown = wanted.filter(name => !TOPICS[name]);
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown benchmark ${unknown.join(', ')}; choose from ${Object.keys(TOPICS).join(', ')}\n`,
  );
  process.exit(2);
}
for (const [name, run] of Object.entries(TOPICS)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
process.exit(0);
