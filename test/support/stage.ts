import { type Example, type OpenApiDocument, resolve } from '../../src/describe/document.ts';
import {
  type Arguments,
  isStream,
  type OperationCall,
  operationCalls,
} from '../../src/describe/operation-calls.ts';
import { type Played, playedOnce } from './played.ts';
import { adminOf, PNG, resetToken, type Scene, scene, setupToken } from './scene.ts';
import type { World } from './world.ts';

/** One operation with one of its examples, ready to be called on an installation of its own. */
export interface Stage {
  call: OperationCall;
  example: string;
  world: World;
  /** The access token of somebody whom the operation lets in; undefined where nobody need be. */
  token: string | undefined;
  /** By the names of the call's inputs; a file is its bytes. */
  given: Arguments;
}

/** Examples that only a real payment provider can answer; test/billing has a fake of it. */
export const NEEDS_PROVIDER = new Set(['portal']);

/** A world in which the scene was played. */
export const staged = playedOnce(scene);

/** Every example of every operation that answers once, each with a title. */
export function performances(
  document: OpenApiDocument,
): [title: string, call: OperationCall, example: string][] {
  const once = operationCalls(document).filter(call => !isStream(call));
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
      resolve<Example>(document, example).value as object,
    ]),
  );
}

export async function stageOf(
  document: OpenApiDocument,
  call: OperationCall,
  example: string,
): Promise<Stage> {
  return stageIn(await staged(), document, call, example);
}

/** As stageOf, on an installation that other stages may use too. */
export async function stageIn(
  { world: stage, told: here }: Played<Scene>,
  document: OpenApiDocument,
  call: OperationCall,
  example: string,
): Promise<Stage> {
  const access = call.operation['x-access'];
  const token = access === 'public' ? undefined : access === 'admin' ? await adminOf(stage) : here.owner;
  const body = await enlivened(bodiesOf(document, call)[example] ?? {}, example, stage, here);
  const given = Object.fromEntries(
    call.inputs.flatMap(({ name, wire, place, isFile }) => {
      if (isFile) return [[name, PNG]];
      if (place === 'path') return [[name, recordIn(call, wire, here)]];
      const value = (body as Arguments)[wire];
      return place === 'body' && value !== undefined ? [[name, value]] : [];
    }),
  );
  return { call, example, world: stage, token, given };
}

function recordIn({ method, path }: OperationCall, parameter: string, { records }: Scene): string {
  const collection = path.split(`/{${parameter}}`)[0]?.split('/').at(-1) ?? '';
  const id = records[`${method} ${collection}`] ?? records[collection];
  if (!id) throw new Error(`test/support/scene.ts has no record of ${collection} yet`);
  return id;
}

/** An example with the records of a scene in the place of those it speaks of. */
export async function enlivened(value: object, name: string, stage: World, here: Scene): Promise<object> {
  const entries = Object.entries(value).map(([field, item]) => [field, here.live.get(item) ?? item]);
  return { ...Object.fromEntries(entries), ...(await tokensFor(name, stage)), ...onlyFor(name, here) };
}

/** What can be reversed is not what can be voided. */
function onlyFor(name: string, { records }: Scene): object {
  return name === 'reverse' ? { cashbackId: records.reversible } : {};
}

/** What only an earlier answer can give to an action of POST /auth. */
async function tokensFor(name: string, stage: World): Promise<object> {
  const email = 'owner@blue-cup.example';
  if (name === 'login' || name === 'forgotPassword') return { email };
  if (name === 'setup') return { token: await setupToken(stage) };
  if (name === 'refresh' || name === 'logout') {
    const login = { action: 'login', email, password: 'correct horse battery' };
    const { data } = await stage.call('POST', '/auth', login);
    return { refreshToken: data.refreshToken };
  }
  return name === 'resetPassword' ? { token: await resetToken(stage, email) } : {};
}
