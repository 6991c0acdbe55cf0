import { afterEach, expect, test } from 'bun:test';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backUpDatabase } from '../../db/sqlite/maintenance.ts';
import { runJobByName, type Scene, scene } from '../programs/fixture.ts';
import { createFolder } from '../support/app-folder.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { createKnownPerson, createPerson, findPlantedFiles, findPlantedRows, REFERENCE } from './fixture.ts';

const DATABASE = 'perkmint.sqlite';
const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

test('people whom an older backup brings back are erased again at the next start', async () => {
  const ctx = await scene(ON_SQLITE);
  const { dataDir } = ctx.app.services.config;
  const folder = createFolder();
  const person = await createPerson(ctx);
  const program = await createKnownPerson(ctx);
  backUpDatabase(join(dataDir, DATABASE), join(folder, DATABASE));
  await ctx.call('DELETE', '/account', undefined, { as: person.token });
  const member = `/programs/${program}/members/${REFERENCE}`;
  const { data } = await ctx.call('DELETE', member, undefined, { as: ctx.business.token });
  const log = readFileSync(join(dataDir, 'erasures.log'), 'utf8');
  expect(log).toBe(
    `2026-06-01T12:00:00.000Z user ${person.userId}\n2026-06-01T12:00:00.000Z member ${data.memberId}\n`,
  );
  cpSync(join(dataDir, 'secrets.json'), join(folder, 'secrets.json'));
  cpSync(join(dataDir, 'erasures.log'), join(folder, 'erasures.log'));
  await ctx.close();
  const restored = await createTestApp(ON_SQLITE, {}, folder);
  apps.push(restored);
  expect(await findPlantedRows(restored as Scene)).toEqual([]);
  await runJobByName(restored as Scene, 'removeDeletedFiles');
  restored.app.services.database.checkpoint();
  expect(findPlantedFiles(restored.app.services.config.dataDir)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('a start adds to the file what only the database knows', async () => {
  const ctx = await scene(ON_SQLITE);
  const { dataDir } = ctx.app.services.config;
  const person = await createPerson(ctx);
  await ctx.call('DELETE', '/account', undefined, { as: person.token });
  const folder = createFolder();
  rmSync(join(dataDir, 'erasures.log'));
  await ctx.app.close();
  cpSync(dataDir, folder, { recursive: true });
  const next = await createTestApp(ON_SQLITE, {}, folder);
  apps.push(next, ctx);
  const log = readFileSync(join(next.app.services.config.dataDir, 'erasures.log'), 'utf8');
  expect(log).toBe(`2026-06-01T12:00:00.000Z user ${person.userId}\n`);
  rmSync(folder, { recursive: true });
});
