import { type Example, type OpenApiDocument, resolveReference } from '../../src/describe/openapi/document.ts';
import {
  type Arguments,
  isStreaming,
  listOperationCalls,
  type OperationCall,
} from '../../src/describe/operation-calls.ts';
import { type CachedFixture, cachedFixture } from './cached-fixture.ts';
import { adminOf, createResetToken, createSetupToken, type Fixtures, PNG, seedFixtures } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

/** One operation with one of its examples, ready to be called on an installation of its own. */
export interface OperationFixture {
  call: OperationCall;
  example: string;
  testApp: TestApp;
  /** The access token of somebody whom the operation lets in; undefined where nobody need be. */
  token: string | undefined;
  /** By the names of the call's inputs; a file is its bytes. */
  args: Arguments;
}

/** Examples that only a real payment provider can answer; test/billing has a fake of it. */
export const NEEDS_PROVIDER = new Set(['portal']);

/** A world in which the scene was played. */
export const setupSeeded = cachedFixture(seedFixtures);

/** Every example of every operation that answers once, each with a title. */
export function exampleCalls(
  document: OpenApiDocument,
): [title: string, call: OperationCall, example: string][] {
  const once = listOperationCalls(document).filter(call => !isStreaming(call));
  return once.flatMap(call => {
    const examples = Object.keys(bodiesOf(document, call));
    const names = (examples.length > 0 ? examples : ['default']).filter(name => !NEEDS_PROVIDER.has(name));
    return names.map((name): [string, OperationCall, string] => [`${call.id} ${name}`, call, name]);
  });
}

function bodiesOf(document: OpenApiDocument, { operation }: OperationCall): Record<string, object> {
  const media = operation.requestBody?.content['application/json'];
  return Object.fromEntries(
    Object.entries(media?.examples ?? {}).map(([name, example]) => [
      name,
      resolveReference<Example>(document, example).value as object,
    ]),
  );
}

export async function setupOperation(
  document: OpenApiDocument,
  call: OperationCall,
  example: string,
): Promise<OperationFixture> {
  return createOperationFixture(await setupSeeded(), document, call, example);
}

/** As stageOf, on an installation that other stages may use too. */
export async function createOperationFixture(
  { testApp: stage, fixture: here }: CachedFixture<Fixtures>,
  document: OpenApiDocument,
  call: OperationCall,
  example: string,
): Promise<OperationFixture> {
  const access = call.operation['x-access'];
  const token = access === 'public' ? undefined : access === 'admin' ? await adminOf(stage) : here.owner;
  const body = await withLiveIds(bodiesOf(document, call)[example] ?? {}, example, stage, here);
  const given = Object.fromEntries(
    call.inputs.flatMap(({ name, wire, place, isFile }) => {
      if (isFile) return [[name, PNG]];
      if (place === 'path') return [[name, recordIn(call, wire, here)]];
      const value = (body as Arguments)[wire];
      return place === 'body' && value !== undefined ? [[name, value]] : [];
    }),
  );
  return { call, example, testApp: stage, token, args: given };
}

function recordIn({ method, path }: OperationCall, parameter: string, { records }: Fixtures): string {
  const collection = path.split(`/{${parameter}}`)[0]?.split('/').at(-1) ?? '';
  const id = records[`${method} ${collection}`] ?? records[collection];
  if (!id) throw new Error(`test/support/fixtures.ts has no record of ${collection} yet`);
  return id;
}

/** An example with the records of a scene in the place of those it speaks of. */
export async function withLiveIds(
  value: object,
  name: string,
  stage: TestApp,
  here: Fixtures,
): Promise<object> {
  const entries = Object.entries(value).map(([field, item]) => [
    field,
    here.exampleReplacements.get(item) ?? item,
  ]);
  return { ...Object.fromEntries(entries), ...(await tokensFor(name, stage)), ...onlyFor(name, here) };
}

/** What can be reversed is not what can be voided. */
function onlyFor(name: string, { records }: Fixtures): object {
  return name === 'reverse' ? { cashbackId: records.reversible } : {};
}

/** What only an earlier answer can give to an action of POST /auth. */
async function tokensFor(name: string, stage: TestApp): Promise<object> {
  const email = 'owner@blue-cup.example';
  if (name === 'login' || name === 'forgotPassword') return { email };
  if (name === 'setup') return { token: await createSetupToken(stage) };
  if (name === 'refresh' || name === 'logout') {
    const login = { action: 'login', email, password: 'correct horse battery' };
    const { data } = await stage.call('POST', '/auth', login);
    return { refreshToken: data.refreshToken };
  }
  return name === 'resetPassword' ? { token: await createResetToken(stage, email) } : {};
}
