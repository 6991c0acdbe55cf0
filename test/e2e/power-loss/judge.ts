import { Database } from 'bun:sqlite';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { CLI } from '../../../src/context.ts';
import { sha256 } from '../../../src/platform/crypto.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { checkIntegrity } from '../../../src/system/service/integrity.ts';
import type { Image } from './disk.ts';

/**
 * Restarts on an image: SQLite recovers the log, and every acknowledged record must be there.
 * @param folder an empty folder for the files, below which their paths continue as below `root`
 * @param isWhole whether to open the installation and recompute its totals, which takes ten times as long
 * @returns what is wrong; empty if nothing is
 */
export async function judge(
  image: Image,
  {
    root,
    folder,
    acknowledged,
    isWhole,
  }: { root: string; folder: string; acknowledged: readonly string[]; isWhole: boolean },
): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, bytes] of image) {
    const place = join(folder, path.slice(root.length));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
  try {
    const problems = readProblems(folder, image, { root, acknowledged });
    return problems.length > 0 || !isWhole ? problems : await findWrongTotals(folder);
  } catch (error) {
    return [`cannot be opened: ${(error as Error).message}`];
  }
}

function readProblems(
  folder: string,
  image: Image,
  { root, acknowledged }: { root: string; acknowledged: readonly string[] },
): string[] {
  const db = new Database(join(folder, 'perkmint.sqlite'), { readwrite: true });
  try {
    const damage = db.query('pragma integrity_check').values().flat().map(String);
    if (damage.join() !== 'ok') return [`damaged: ${damage[0]}`];
    const ids = new Set(
      db.query('select id from campaigns union all select id from uploads').values().flat(),
    );
    const lost = acknowledged.filter(id => !ids.has(id));
    const uploads = db.query<{ id: string; hash: string }, []>('select id, hash from uploads').all();
    const wrong = uploads.filter(
      ({ id, hash }) => sha256(image.get(join(root, 'uploads', id)) ?? '') !== hash,
    );
    return [
      ...lost.map(id => `lost: ${id}`),
      ...wrong.map(({ id }) => `the file of ${id} is missing or damaged`),
    ];
  } finally {
    db.close(true);
  }
}

async function findWrongTotals(dataDir: string): Promise<string[]> {
  const { config } = loadConfig({ env: { DATA_DIR: dataDir } });
  const app = await createApp(config, { log: silentLog }, { upgrade: false });
  try {
    return await checkIntegrity(app.as(CLI));
  } finally {
    await app.close();
  }
}
