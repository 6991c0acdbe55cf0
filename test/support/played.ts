import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type World, world } from './world.ts';

/** A world with something in it already, and what whoever played it there has to tell. */
export interface Played<T> {
  world: World;
  told: T;
}

/**
 * Plays something on a world once and answers worlds that begin where it ended: a copy of the files costs a tenth of
 * playing it again. What is told must not hold on to the first world.
 */
export function playedOnce<T>(play: (world: World) => Promise<T>): () => Promise<Played<T>> {
  let original: Promise<{ folder: string; told: T }> | undefined;
  return async () => {
    original ??= keep(play);
    const { folder, told } = await original;
    return { world: await world({}, {}, folder), told };
  };
}

async function keep<T>(play: (world: World) => Promise<T>): Promise<{ folder: string; told: T }> {
  const first = await world();
  const told = await play(first);
  // Closed first: then the log is folded into the one file.
  await first.app.close();
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-played-'));
  cpSync(first.app.services.config.dataDir, folder, { recursive: true });
  await first.close();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { folder, told };
}
