import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import agents from '../../src/guides/agents.md' with { type: 'text' };
import errors from '../../src/guides/errors.md' with { type: 'text' };
import vectors from '../../src/guides/webhook-vectors.json';
import webhooks from '../../src/guides/webhooks.md' with { type: 'text' };
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { startLiveServer } from '../support/live-server.ts';
import { createTestApp } from '../support/test-app.ts';

/** Runs the samples of the guides that use the Python client, against a live server. */

const isInstalled = Bun.which('python3') !== null;

function findSample(guide: string, text: string): string {
  const found = [...guide.matchAll(/```python\n([\s\S]*?)```/g)].find(([, sample]) => sample?.includes(text));
  if (!found?.[1]) throw new Error(`The guide has no Python sample with ${text}`);
  return found[1];
}

test.skipIf(!isInstalled)(
  isInstalled
    ? 'the Python samples of the guides run'
    : 'the Python samples are not run: python3 is not installed',
  async () => {
    const app = await createTestApp();
    const live = startLiveServer(app);
    const folder = mkdtempSync(join(tmpdir(), 'perkmint-guides-'));
    try {
      const { token } = await createBusiness(app);
      const campaign = { ...CAMPAIGN, name: 'Story of the week', launch: true };
      expect((await app.call('POST', '/campaigns', campaign, { as: token })).status).toBe(201);
      const { data: key } = await app.call('POST', '/api-keys', { name: 'Guide' }, { as: token });
      const withLiveServer = (sample: string) =>
        sample.replace('http://127.0.0.1:3000', live.url).replace('pmk_...', key.key ?? key.secret);
      const client = withLiveServer(findSample(agents, 'import Client'));
      await Bun.write(
        join(folder, 'perkmint.py'),
        await (await fetch(`${live.url}/api/v1/sdk/python`)).text(),
      );
      await Bun.write(join(folder, 'client.py'), client);
      expect(await run(folder, 'client.py')).toBe('Story of the week 0\n');

      await Bun.write(join(folder, 'invalid.py'), withLiveServer(findSample(errors, 'ValidationError')));
      expect(await run(folder, 'invalid.py')).toBe('name minLength 1\n');

      // The sample is the body of a request handler; an old request gets its 401.
      const [old] = vectors;
      const handler = findSample(webhooks, 'unwrap_webhook')
        .split('\n')
        .map(line => `    ${line}`)
        .join('\n');
      const script = `import sys\nfrom types import SimpleNamespace\nSECRET = ${JSON.stringify(old?.secret)}
def handle(request):\n${handler}\n    return 200, event["type"]
print(handle(SimpleNamespace(body=${JSON.stringify(old?.body)}, headers=${JSON.stringify(old?.headers)})))\n`;
      await Bun.write(join(folder, 'handler.py'), script);
      expect(await run(folder, 'handler.py')).toStartWith('(401, ');
    } finally {
      rmSync(folder, { recursive: true });
      await live.close();
      await app.close();
    }
  },
);

async function run(folder: string, file: string): Promise<string> {
  const child = Bun.spawn(['python3', file], { cwd: folder, stderr: 'pipe' });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, err]).toEqual([0, '']);
  return out;
}
