import type { OpenApiDocument } from '../../../src/describe/openapi/document.ts';
import { Contract } from '../../support/contract.ts';
import type { Draft } from './drafts.ts';
import { liveFields } from './examples.ts';
import { Findings } from './findings.ts';
import { LookBack } from './look-back.ts';
import { type MemoryReading, measureMemory } from './memory.ts';
import { type Plan, planOf, type Size } from './plan.ts';
import { FuzzServer } from './process.ts';
import { Sequences, type Totals } from './sequence.ts';
import { Stalls } from './stalls.ts';
import type { Vocabulary } from './values.ts';

export interface FuzzOptions extends Size {
  seed: number;
  /** The checkout of the server under test. */
  folder: string;
  /** Whether to measure the memory growth over 10,000 requests. */
  readsMemory?: boolean;
  /** Reports the progress of each phase. */
  say?(text: string): void;
}

export interface FuzzResult extends Totals {
  operations: number;
  /** Number of lists and records that were re-read. */
  reads: number;
  /** Number of requests that were repeated because they were slow. */
  suspicions: number;
  longestMs: number;
  findings: Findings;
  memory: MemoryReading | undefined;
}

/** Sends requests of all kinds, as all callers, to its own server, and checks each response and all stored data. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { folder, seed, say = () => {} } = options;
  const server = await FuzzServer.start(folder);
  try {
    const words = await vocabularyOf(server);
    const plan = planOf(words, options, seed);
    const findings = new Findings();
    const stalls = new Stalls(server);
    const contract = new Contract(words.document);
    const lookBack = new LookBack(server, contract);
    const sequences = new Sequences(server, contract, lookBack, stalls, findings);
    const timed = async (name: string, work: () => Promise<void>): Promise<void> => {
      const before = { at: performance.now(), requests: sequences.totals.requests, reads: lookBack.count };
      await work();
      const requests = sequences.totals.requests - before.requests;
      const seconds = (performance.now() - before.at) / 1_000;
      say(`${name}: ${requests} requests, ${lookBack.count - before.reads} reads, ${seconds.toFixed(1)} s`);
    };
    for (const { operation, drafts } of plan.byOperation) await timed(operation, () => sequences.run(drafts));
    await timed('mixed', () => sequences.run(plan.mixed));
    await timed('heavy', () => sequences.run(plan.heavy));
    await timed('largest', () => sequences.run(plan.largest));
    for (const drafts of plan.seeded) await timed('seeded', () => sequences.runTogether(drafts));
    if (plan.growth.length > 0) await timed('filled lists', () => sequences.runTogether(plan.growth));
    const { suspicions, longestMs } = stalls;
    const memory = options.readsMemory ? await measureMemory(folder, memoryDrafts(plan)) : undefined;
    const operations = new Set([...plan.mixed, ...plan.heavy].map(({ operation }) => operation)).size;
    return {
      operations,
      ...sequences.totals,
      reads: lookBack.count,
      suspicions,
      longestMs,
      findings,
      memory,
    };
  } finally {
    await server.stop();
  }
}

async function vocabularyOf(server: FuzzServer): Promise<Vocabulary> {
  const { body } = await server.send({ method: 'GET', path: '/api/v1/docs', headers: {} });
  const document = body as OpenApiDocument;
  const known = new Map(server.ready.live);
  return { document, known, live: liveFields({ document, known }) };
}

/** Mixes all drafts, with heavy ones in between. */
const HEAVY_EVERY = 20;

function memoryDrafts({ mixed, heavy }: Plan): Draft[] {
  return mixed.map((draft, n) => (n % HEAVY_EVERY === 0 ? (heavy[n % heavy.length] ?? draft) : draft));
}
