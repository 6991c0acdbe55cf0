import { expect, test } from 'bun:test';
import { readText } from '../../src/http/body.ts';

const LARGE = JSON.stringify({ name: 'x'.repeat(500_000) });

/** Reads bodies at the same time. @returns in which turn of the event loop each of them was read */
async function readTurns(bodies: readonly string[]): Promise<number[]> {
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const read = async (body: string) => {
    expect(await readText(new Request('http://localhost', { method: 'POST', body }))).toBe(body);
    return turn;
  };
  const turns = await Promise.all(bodies.map(read));
  isDone = true;
  return turns;
}

test('large bodies are read one after the other, and other requests are answered between them', async () => {
  const turns = await readTurns([...Array(5).fill(LARGE), '{}']);
  expect(new Set(turns.slice(0, 5)).size).toBe(5);
  expect(turns[5]).toBeLessThanOrEqual(turns[0]!);
});
