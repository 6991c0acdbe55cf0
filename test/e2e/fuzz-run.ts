import { Database } from 'bun:sqlite';
import fc from 'fast-check';
import { type Arguments, type Call, callsOf, isStream, prepare } from '../../src/describe/calls.ts';
import type { OpenApiDocument } from '../../src/describe/document.ts';
import { adminOf, pictureForm, type Scene, scene } from '../support/scene.ts';
import { type World, world } from '../support/world.ts';
import { argumentsOf, broken } from './requests.ts';

export interface Counts {
  operations: number;
  requests: number;
  refusals: number;
  serverErrors: string[];
  /** Broken requests that were answered as if nothing was wrong. */
  accepted: string[];
  /** Operations of which a refused request left something behind. */
  stored: string[];
}

export interface FuzzOptions {
  /** Valid and broken requests for each operation: so many of either. */
  runs: number;
  seed: number;
  /** Words about each operation, as it is done. */
  say?(text: string): void;
}

const NOT_CONFIGURED = 501;

/** Sends every operation requests that its description allows, and others that it forbids. */
export async function fuzz({ runs, seed, say }: FuzzOptions): Promise<Counts> {
  const reader = await world();
  const document: OpenApiDocument = (await reader.call('GET', '/docs')).body;
  await reader.close();
  const counts: Counts = {
    operations: 0,
    requests: 0,
    refusals: 0,
    serverErrors: [],
    accepted: [],
    stored: [],
  };
  for (const call of callsOf(document).filter(call => !call.isSigned && !isStream(call))) {
    const before = counts.requests;
    await fuzzOperation(document, call, runs, seed, counts);
    counts.operations++;
    say?.(`${call.id}: ${counts.requests - before} requests`);
  }
  return counts;
}

async function fuzzOperation(
  document: OpenApiDocument,
  call: Call,
  runs: number,
  seed: number,
  counts: Counts,
): Promise<void> {
  const w = await world();
  const here = await scene(w);
  const token = call.operation['x-access'] === 'admin' ? await adminOf(w) : here.owner;
  const sampling = { numRuns: runs, seed };
  // Of a connection of its own, the version changes with every commit of another that changed anything.
  const watcher = new Database(w.app.services.database.file, { readonly: true });
  const version = watcher.query<{ data_version: number }, []>('pragma data_version');
  const versionOf = () => version.get()?.data_version;
  const wrong = broken(document, call);
  // Broken ones first: a valid one may log the caller out or take away what the others speak of.
  for (const given of fc.sample(wrong ?? argumentsOf(document, call), sampling)) {
    const before = versionOf();
    // Where no argument can be wrong, the path is.
    const status = await send(w, call, here, given, token, counts, wrong ? '' : '/%00');
    if (status < 400) counts.accepted.push(`${call.id} ${JSON.stringify(given)}`);
    else if (versionOf() !== before) counts.stored.push(`${call.id} ${JSON.stringify(given)}`);
  }
  for (const given of fc.sample(argumentsOf(document, call), sampling))
    await send(w, call, here, given, token, counts);
  watcher.close();
  await w.close();
}

async function send(
  w: World,
  call: Call,
  here: Scene,
  given: Arguments,
  token: string,
  counts: Counts,
  pathEnd = '',
): Promise<number> {
  const ids = Object.fromEntries(
    call.inputs
      .filter(({ place }) => place === 'path')
      .map(({ name, wire }) => [name, here.records[collectionOf(call, wire)] ?? 'none']),
  );
  const { method, path: asked, headers, body } = prepare(call, { ...given, ...ids });
  const path = pathEnd ? asked.split('?')[0] + pathEnd : asked;
  const isForm = call.bodyType === 'multipart/form-data';
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { ...headers, Authorization: `Bearer ${token}` },
    body: isForm ? pictureForm() : method === 'GET' ? undefined : body,
  });
  const response = await w.send(request);
  counts.requests++;
  if (response.status >= 400) counts.refusals++;
  // What is not configured is not broken: 501 is an answer by the book.
  if (response.status >= 500 && response.status !== NOT_CONFIGURED)
    counts.serverErrors.push(`${call.id} ${response.status} ${JSON.stringify(given)}`);
  await response.arrayBuffer();
  return response.status;
}

function collectionOf({ path }: Call, wire: string): string {
  return path.split(`/{${wire}}`)[0]?.split('/').at(-1) ?? '';
}
