import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import api from '../../src/guides/api.md' with { type: 'text' };
import { createBusiness } from '../support/accounts.ts';
import { type LiveServer, startLiveServer } from '../support/live-server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Runs the quick starts of the API guide, as a reader would copy them, against a live server. */

const folder = mkdtempSync(join(tmpdir(), 'perkmint-quick-starts-'));
let app: TestApp;
let live: LiveServer;

beforeAll(async () => {
  app = await createTestApp();
  live = startLiveServer(app);
  await Bun.write(join(folder, 'perkmint.py'), (await app.call('GET', '/sdk/python')).body);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await live.close();
  await app.close();
});

interface QuickStart {
  language: string;
  command: string;
  file: string;
  head?: string;
}

const QUICK_STARTS: QuickStart[] = [
  { language: 'sh', command: 'bash', file: 'start.sh' },
  { language: 'js', command: 'node', file: 'start.mjs' },
  { language: 'python', command: 'python3', file: 'start.py' },
  { language: 'php', command: 'php', file: 'start.php', head: '<?php\n' },
];

describe('the quick starts of the API guide', () => {
  for (const { language, command, file, head = '' } of QUICK_STARTS) {
    const isMissing = Bun.which(command) === null;
    const title = isMissing
      ? `the sample in ${language} is not run: ${command} is not installed`
      : `the sample in ${language} creates a campaign and lists it`;
    test.skipIf(isMissing)(title, async () => {
      const [, sample = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(api) ?? [];
      const { token } = await createBusiness(app, `Shop of ${language}`);
      const { data: key } = await app.call('POST', '/api-keys', { name: 'Quick start' }, { as: token });
      const source = sample.replace('http://127.0.0.1:3000', live.url).replace('pmk_...', key.key);
      await Bun.write(join(folder, file), head + source.replace('http://127.0.0.1:3000', live.url));
      const child = Bun.spawn([command, file], { cwd: folder, stdout: 'pipe', stderr: 'pipe' });
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect([await child.exited, err]).toEqual([0, '']);
      expect(out).toContain('Story of the week');
      expect(out).toContain('draft');
      const { data } = await app.call('GET', '/campaigns', undefined, { as: token });
      expect(data.pagination.total).toBe(1);
    });
  }
});
