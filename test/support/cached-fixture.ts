import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApp, type TestApp } from './test-app.ts';

/** A world with something in it already, and what whoever played it there has to tell. */
export interface CachedFixture<T> {
  testApp: TestApp;
  fixture: T;
}

/**
 * Plays something on a world once and answers worlds that begin where it ended: a copy of the files costs a tenth of
 * playing it again. What is told must not hold on to the first world.
 */
export function cachedFixture<T>(play: (world: TestApp) => Promise<T>): () => Promise<CachedFixture<T>> {
  let original: Promise<{ folder: string; told: T }> | undefined;
  return async () => {
    original ??= keep(play);
    const { folder, told } = await original;
    return { testApp: await createTestApp({}, {}, folder), fixture: told };
  };
}

async function keep<T>(play: (world: TestApp) => Promise<T>): Promise<{ folder: string; told: T }> {
  const first = await createTestApp();
  const told = await play(first);
  // Closed first: then the log is folded into the one file.
  await first.app.close();
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-played-'));
  cpSync(first.app.services.config.dataDir, folder, { recursive: true });
  await first.close();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { folder, told };
}
