import type { Draft } from './drafts.ts';
import { FuzzServer } from './process.ts';
import type { MemoryUse } from './protocol.ts';
import { RecordPool } from './record-pool.ts';

/** Warm-up requests, because code is loaded and compiled on first use. */
const WARM_UP = 3_000;
/** Resident memory is measured after this many requests, and again after ten times as many. */
const FIRST_READING = 1_000;
const SECOND_READING = 10_000;
/** The maximum growth between the measurements. */
const ALLOWED_GROWTH = 0.1;

export interface MemoryReading {
  first: MemoryUse;
  second: MemoryUse;
  /** Whether memory grew too much. Compiled code and free pages fluctuate and don't count. */
  hasGrown: boolean;
}

/** Sends the drafts repeatedly to one installation in its own process and measures its memory early and late. */
export async function measureMemory(folder: string, drafts: readonly Draft[]): Promise<MemoryReading> {
  const server = await FuzzServer.start(folder);
  const pool = new RecordPool(server.ready.records);
  let sent = 0;
  const readAfter = async (count: number): Promise<MemoryUse> => {
    for (; sent < count; sent++) {
      const { caller, pick, build } = drafts[sent % drafts.length]!;
      const request = build((call, apiName) => pool.idFor(call, apiName, pick));
      await server.send(server.authorized(request, caller));
    }
    // Fetch the recorded statements, or they would count as the server's memory.
    await server.effect(false);
    return server.memory();
  };
  const first = await readAfter(WARM_UP + FIRST_READING);
  const second = await readAfter(WARM_UP + SECOND_READING);
  await server.stop();
  return { first, second, hasGrown: second.keptBytes > first.keptBytes * (1 + ALLOWED_GROWTH) };
}
