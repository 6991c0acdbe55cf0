import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('a short run in simulated time finds no problem, and is the same twice', async () => {
  const script = join(import.meta.dir, 'simulation.ts');
  const child = Bun.spawn([process.execPath, script, '--seeds', '1', '--rounds', '20'], { stdout: 'pipe' });
  const output = await new Response(child.stdout).text();
  expect(output).toContain('seed 1 is the same in a second run');
  expect(output).toContain('1 passed, 0 failed');
  expect(await child.exited).toBe(0);
});
