import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suggest } from '../../src/platform/suggest.ts';
import { perkmint } from './fixture.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-suggest-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const TYPOS: [line: string[], meant: string][] = [
  [['campaings', 'list'], 'campaigns'],
  [['campaigns', 'lsit'], 'list'],
  [['users', 'list', '--buisness', 'x'], '--business'],
  [['api', 'listCampaign', '--help'], 'listCampaigns'],
  [['api', 'list-campaings', '--help'], 'listCampaigns'],
];

test.each(TYPOS)('suggests a correction for %p', async (line, meant) => {
  const { code, err } = await perkmint(folder, [...line, '--data-dir', folder]);
  expect(code).toBe(2);
  expect(err).toContain(meant);
  expect(err.toLowerCase()).toContain('did you mean');
});

test('suggests nothing for a word without a similar one', () => {
  expect(suggest('zebra', ['listCampaigns', 'health'])).toBe('');
  expect(suggest('helth', ['listCampaigns', 'health'])).toBe(' (did you mean health?)');
  expect(suggest('tset', ['test', 'list'])).toBe(' (did you mean test?)');
});
