import { expect, test } from 'bun:test';
import { fuzz } from './fuzz-run.ts';

const SLOW_MS = 60_000;

/** A few of each here; `bun run fuzz` sends 500. */
test(
  'no operation breaks on what its description allows or forbids, and no refusal leaves anything behind',
  async () => {
    const { operations, requests, serverErrors, accepted, stored } = await fuzz({ runs: 5, seed: 7 });
    expect([serverErrors, accepted, stored]).toEqual([[], [], []]);
    expect(requests).toBeGreaterThan(operations * 5);
  },
  SLOW_MS,
);
