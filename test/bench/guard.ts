import { createCampaign } from '../../src/campaigns/service/create.ts';
import {
  addBusinesses,
  addCampaigns,
  CAMPAIGN,
  createFixture,
  type Fixture,
  readWarnings,
} from './fixture.ts';
import { type Child, http, measureCpu, print, startServer, type Variant } from './harness.ts';
import { LIST_BUSINESSES, LIST_CAMPAIGNS_EACH, LIST_PATH } from './list.ts';
import { fillOrders, submitRequests } from './writes.ts';

const BASELINE_FILE = `${import.meta.dir}/baseline.json`;
/** A ratio may fall to this part of the baseline: busy machines move it by less. */
const LOWEST_PART = 2 / 3;
const ROUNDS = { reads: 20_000, writes: 5_000, rounds: 5 };
/** For every run of all tests: together with the setup, about a minute on an idle machine. */
const SHORT_ROUNDS = { reads: 3_000, writes: 500, rounds: 2 };
const REFERENCE_PATH = '/api/v1/benchmarks';

/** The same work for a raw program and for ours. */
interface Work {
  name: string;
  /** The specification of the raw program. */
  raw: object;
  ours: Child;
  requests: string[];
  status?: number;
}

interface Result {
  name: string;
  ratio: number;
  /** Undefined for work that the baseline doesn't have yet. */
  baseline: number | undefined;
}

/**
 * Compares the processor time per request with that of raw programs, and their ratio with the stored baseline. Ratios
 * of processor times depend less on the machine, and on what else it does, than times. The short form leaves out
 * orders, whose traders take long to set up.
 * @returns whether no ratio fell by more than a third, measured again if one did
 */
export async function guard({
  isJson,
  isShort,
  isUpdate,
}: Record<'isJson' | 'isShort' | 'isUpdate', boolean>): Promise<boolean> {
  const baseline = (await Bun.file(BASELINE_FILE).json()) as Record<string, number>;
  const results: Result[] = [];
  const judge = async (work: Work): Promise<void> =>
    void results.push(await compareWithBaseline(work, baseline[work.name], isShort));
  await judgeBusiness(judge);
  if (!isShort) await judgeOrders(judge);
  if (isUpdate) await Bun.write(BASELINE_FILE, `${JSON.stringify(toRatios(results), null, 2)}\n`);
  report(results, isJson);
  return isUpdate || !results.some(hasFallen);
}

async function compareWithBaseline(
  work: Work,
  baseline: number | undefined,
  isShort: boolean,
): Promise<Result> {
  const { name, raw: spec, ours, ...request } = work;
  const raw = await startServer('raw.ts', spec);
  const variants: Variant[] = [
    { name: 'raw', server: raw, ...request },
    { name: 'ours', server: ours, ...request },
  ];
  const first = { name, baseline, ratio: await measure(variants, isShort) };
  // The better of two measurements: whatever disturbs the machine only makes them worse.
  const ratio = hasFallen(first) ? Math.max(first.ratio, await measure(variants, isShort)) : first.ratio;
  await raw.stop();
  return { name, baseline, ratio };
}

async function measure(variants: Variant[], isShort: boolean): Promise<number> {
  const { reads, writes, rounds } = isShort ? SHORT_ROUNDS : ROUNDS;
  // Writes wait for the disk.
  const count = variants[0]?.status === 201 ? writes : reads;
  const [raw = Number.NaN, ours = Number.NaN] = await measureCpu(variants, count, rounds);
  return raw / ours;
}

function hasFallen({ ratio, baseline }: Result): boolean {
  return baseline !== undefined && ratio < baseline * LOWEST_PART;
}

function report(results: Result[], isJson: boolean): void {
  if (isJson) {
    const rows = results.map(result => ({ ...result, hasFallen: hasFallen(result) }));
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  const rows = results.map(result => [
    result.name,
    result.ratio.toFixed(2),
    result.baseline?.toFixed(2) ?? 'none',
    hasFallen(result) ? 'FALLEN' : 'ok',
  ]);
  print('Processor time of raw programs by ours', ['work', 'ratio', 'baseline', ''], rows);
  const fallen = results.filter(hasFallen).length;
  process.stdout.write(`${results.length - fallen} passed, ${fallen} failed\n`);
}

function toRatios(results: Result[]): Record<string, number> {
  return Object.fromEntries(results.map(({ name, ratio }) => [name, Number(ratio.toFixed(2))]));
}

/** Reads and writes of one business. Each program that writes has a file of its own. */
async function judgeBusiness(judge: (work: Work) => Promise<void>): Promise<void> {
  let campaignId = '';
  const fixture = await createFixture('guard', async (app, businessId) => {
    await addBusinesses(app, LIST_BUSINESSES);
    await addCampaigns(app, [businessId], LIST_CAMPAIGNS_EACH);
    const caller = app.as({ kind: 'apiKey', id: 'bench', role: 'business', businessId, scopes: ['write'] });
    ({ id: campaignId } = await createCampaign(caller, { ...CAMPAIGN, launch: true }));
  });
  const { businessId, token, file } = fixture;
  const own = fixture.copy('guard-raw');
  const ours = await startServer('ours.ts', { env: fixture.env });
  const headers = { Authorization: `Bearer ${token}` };
  const { body, etag } = await readReference(ours.port);
  const insert = { kind: 'insert', businessId, warnings: readWarnings(fixture), work: 'equal' };
  const works: Omit<Work, 'ours'>[] = [
    { name: 'list', raw: { kind: 'list', file, businessId }, requests: [http('GET', LIST_PATH, headers)] },
    { name: 'reference', raw: { kind: 'static', body, etag }, requests: [http('GET', REFERENCE_PATH)] },
    {
      name: 'reference 304',
      raw: { kind: 'static', body, etag },
      requests: [http('GET', REFERENCE_PATH, { 'If-None-Match': etag })],
      status: 304,
    },
    {
      name: 'create',
      raw: { ...insert, file: own.file, synchronous: 'FULL', grouping: true },
      requests: [http('POST', '/api/v1/campaigns', headers, JSON.stringify(CAMPAIGN))],
      status: 201,
    },
    {
      name: 'submit',
      raw: { kind: 'submit', file: own.file },
      requests: submitRequests(campaignId, token),
      status: 201,
    },
  ];
  for (const work of works) await judge({ ...work, ours });
  await ours.stop();
  own.remove();
  fixture.remove();
}

async function judgeOrders(judge: (work: Work) => Promise<void>): Promise<void> {
  const { fixture, requests } = await fillOrders();
  const own: Fixture = fixture.copy('guard-raw');
  const ours = await startServer('ours.ts', { env: fixture.env });
  await judge({ name: 'order', raw: { kind: 'order', file: own.file }, ours, requests, status: 201 });
  await ours.stop();
  own.remove();
  fixture.remove();
}

async function readReference(port: number): Promise<{ body: string; etag: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${REFERENCE_PATH}`);
  return { body: await response.text(), etag: response.headers.get('etag') ?? '' };
}
