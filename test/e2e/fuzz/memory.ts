import type { Draft } from './drafts.ts';
import { FuzzServer } from './process.ts';
import type { MemoryUse } from './protocol.ts';
import { RecordPool } from './record-pool.ts';

/** Code is loaded and compiled with its first uses: so many requests are sent before any is counted. */
const WARM_UP = 3_000;
/** Resident memory is read after so many requests, and again after ten times as many. */
const FIRST_READING = 1_000;
const SECOND_READING = 10_000;
/** How much more it may be by then. */
const ALLOWED_GROWTH = 0.1;

export interface MemoryReading {
  first: MemoryUse;
  second: MemoryUse;
  /** More was kept than may be. Compiled code and free pages come and go, and do not count. */
  hasGrown: boolean;
}

/** Sends the drafts round and round to one installation of a process of its own, and reads its memory early and late. */
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
    // What the requests ran is told here and nowhere else: untold, it would be counted as the server's memory.
    await server.effect(false);
    return server.memory();
  };
  const first = await readAfter(WARM_UP + FIRST_READING);
  const second = await readAfter(WARM_UP + SECOND_READING);
  await server.stop();
  return { first, second, hasGrown: second.keptBytes > first.keptBytes * (1 + ALLOWED_GROWTH) };
}
