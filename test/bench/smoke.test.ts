import { expect, test } from 'bun:test';

/** The topic about PostgreSQL is left out: only test:postgres starts a server. */
test('every benchmark works, and raw programs send and store what ours does', async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/main.ts`, '--smoke'], {
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const [exitCode, stderr] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});
