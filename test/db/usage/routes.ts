import {
  type ListedOperation,
  type Parameter,
  resolveReference,
} from '../../../src/describe/openapi/document.ts';
import { cachedFixture } from '../../support/cached-fixture.ts';
import { createAdmin, type Fixtures, seedFixtures } from '../../support/fixtures.ts';
import { exampleForm, withLiveIds } from '../../support/operation-fixture.ts';
import { type DescribedRoutes, readDescribedRoutes, takesDryRun } from '../../support/routes.ts';

const setup = cachedFixture(async ctx => ({ ...(await seedFixtures(ctx)), admin: await createAdmin(ctx) }));
type Installation = Awaited<ReturnType<typeof setup>>;

/** Calls every operation with each of its examples, and every list with each filter and each pair of filters. */
export async function useEveryRoute(): Promise<void> {
  const routes = await readDescribedRoutes();
  const isStream = ({ path }: ListedOperation) => path.endsWith('/stream');
  const shared = await setup();
  for (const listed of routes.operations.filter(listed => listed.method !== 'GET'))
    await callWithExamples(routes, listed, shared);
  await shared.testApp.close();
  const { testApp: ctx, fixture: fixtures } = await setup();
  const callers = [fixtures.owner, fixtures.customer, fixtures.admin];
  for (const listed of routes.operations.filter(listed => listed.method === 'GET' && !isStream(listed))) {
    for (const query of combineFilters(routes, listed, fixtures)) {
      const path = `${routes.fillPath(listed, fixtures)}?${new URLSearchParams(query)}`;
      for (const as of callers) await ctx.call('GET', path, undefined, { as });
    }
  }
  await ctx.close();
}

/** Each example without a dry run changes its own installation. Only statements matter, so an example may be rejected. */
async function callWithExamples(
  routes: DescribedRoutes,
  listed: ListedOperation,
  shared: Installation,
): Promise<void> {
  const bodies = routes.listExampleBodies(listed);
  const isDry = takesDryRun(listed);
  const headers = { 'x-dry-run': String(isDry) };
  for (const { name, value } of bodies.length > 0 ? bodies : [{ name: '', value: undefined }]) {
    const { testApp, fixture } = isDry ? shared : await setup();
    const as = listed.operation['x-access'] === 'admin' ? fixture.admin : fixture.owner;
    const body = value && (await withLiveIds(value, name, testApp, fixture));
    const raw =
      listed.operation.requestBody && !value ? exampleForm(listed.operation.operationId, fixture) : undefined;
    await testApp.call(listed.method, routes.fillPath(listed, fixture), body, { as, raw, headers });
    if (!isDry) await testApp.close();
  }
}

function combineFilters(
  { contract }: DescribedRoutes,
  { operation }: ListedOperation,
  { records }: Fixtures,
): [string, string][][] {
  const filters = (operation.parameters ?? []).flatMap((given): [string, string][] => {
    const { name, in: place, schema, example } = resolveReference<Parameter>(contract.document, given);
    if (place !== 'query' || name === 'page' || name === 'perPage') return [];
    const record = name.endsWith('Id') ? records[`${name.slice(0, -2)}s`] : undefined;
    return [
      [name, String(record ?? example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? schema.default ?? 1)],
    ];
  });
  const pairs = filters.flatMap((first, index) => filters.slice(index + 1).map(second => [first, second]));
  return [[], ...filters.map(filter => [filter]), ...pairs, filters];
}
