import { afterAll, beforeAll, expect, test } from 'bun:test';
import manifest from '../package.json';
import { perkmint } from './cli/fixture.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

const { version } = manifest;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('the changelog has a section of the version, after an open one, newest first', async () => {
  const text = await Bun.file(new URL('../CHANGELOG.md', import.meta.url)).text();
  const [open, ...released] = [...text.matchAll(/^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$/gm)];
  expect(open?.[1]).toBe('Unreleased');
  expect(released[0]?.[1]).toBe(version);
  expect(released.every(([, , date]) => date !== undefined)).toBe(true);
});

test('the API description, health and --version agree', async () => {
  const docs = await (await app.send(new Request('http://localhost/api/v1/docs'))).json();
  const health = (await app.call('GET', '/health')).data;
  const { out } = await perkmint(app.app.services.config.dataDir, ['--version']);
  expect([docs.info.version, health.version, out.trim()]).toEqual([version, version, version]);
});
