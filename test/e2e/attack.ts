/**
 * The attackers of attackers.ts, in their own process: `bun test/e2e/attack.ts <url>`. Ten anonymous ones, and five customers and
 * five businesses that registered themselves, each send the largest requests, and those of passes and searches, in turn.
 */
import type { OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { allLargest } from './fuzz/largest.ts';
import { passDrafts } from './fuzz/pass-drafts.ts';
import { sendTo } from './fuzz/process.ts';
import { RecordPool } from './fuzz/record-pool.ts';
import { searchDrafts } from './fuzz/search-drafts.ts';
import type { Vocabulary } from './fuzz/values.ts';

const ATTACKERS = 20;
const ANONYMOUS = 10;
const API = '/api/v1';

const url = process.argv[2] as string;
const statuses: Record<string, number> = {};

interface Attacker {
  /** An address of its own, and the credential. */
  headers: Record<string, string>;
  /** The program that path parameters name. */
  program: string;
}

/** Creates a record. @throws Error if the server refuses */
async function create(path: string, fields: object, headers: Attacker['headers']) {
  const json = { ...headers, 'Content-Type': 'application/json' };
  const request = { method: 'POST', path: API + path, headers: json, body: JSON.stringify(fields) };
  const { status, body } = await sendTo(url, request);
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return (body as { data: Record<string, string> }).data;
}

/** Registers an attacker: none of the first ten, then a business, which has a program, and a customer in turn. */
async function register(_: unknown, n: number): Promise<Attacker> {
  const address = { 'X-Forwarded-For': `10.2.0.${n}` };
  if (n < ANONYMOUS) return { headers: address, program: 'none' };
  const isBusiness = n % 2 === 0;
  const person = { email: `a${n}@attack.example`, name: 'A', password: 'correct horse battery' };
  const role = isBusiness ? { role: 'business', businessName: `Shop ${n}` } : {};
  const { accessToken } = await create('/auth', { action: 'register', ...person, ...role }, address);
  const headers = { ...address, authorization: `Bearer ${accessToken}` };
  if (!isBusiness) return { headers, program: 'none' };
  return { headers, program: (await create('/programs', { name: 'Regulars' }, headers)).id as string };
}

const { body: document } = await sendTo(url, { method: 'GET', path: `${API}/docs`, headers: {} });
const words: Vocabulary = { document: document as OpenApiDocument, live: new Map(), known: new Map() };
const largest = allLargest(words);

/** Alternates without end between requests that build on each other and the largest ones. */
async function attack({ headers, program }: Attacker, n: number): Promise<void> {
  const pool = new RecordPool({ programs: program });
  const seeded = [...passDrafts(words), ...searchDrafts(words)];
  // Each attacker starts elsewhere.
  const offset = Math.floor((n / ATTACKERS) * largest.length);
  for (let turn = 0; ; turn++) {
    for (const draft of [seeded[turn % seeded.length]!, largest[(offset + turn) % largest.length]!]) {
      const request = draft.build((call, name) => pool.idFor(call, name, 1));
      const response = await sendTo(url, { ...request, headers: { ...headers, ...request.headers } });
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      draft.note?.(response);
    }
  }
}

const attackers = await Promise.all(Array.from({ length: ATTACKERS }, register));
// The first build of these requests creates the keys, which takes seconds.
for (const { build } of passDrafts(words)) build(() => 'none');
process.on('message', () => process.send?.(statuses));
process.send?.('ready');
await Promise.all(attackers.map(attack));
