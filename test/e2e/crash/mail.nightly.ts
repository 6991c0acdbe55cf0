import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { isOnPostgres } from '../../support/postgres-app.ts';

/** `bun run check:mail` makes 10,000 decisions with 20 kills. */
test.skipIf(isOnPostgres)(
  'each mail arrives although the server is killed, and none to a person who unsubscribed',
  async () => {
    const args = ['mail', '--kills', '2', '--decisions', '60', '--clients', '4'];
    const command = [process.execPath, join(import.meta.dir, 'run.ts'), ...args];
    const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
    const out = await new Response(child.stdout).text();
    expect({ code: await child.exited, out }).toEqual({
      code: 0,
      out: expect.stringContaining('everything stored matches the responses'),
    });
  },
);
