import { describe, expect, test } from 'bun:test';
import { LoadShedder } from '../../src/http/load-shedder.ts';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { createTestApp } from '../support/test-app.ts';

/** Simulates an event loop whose turns each process a number of requests sequentially. */
function simulateEventLoop() {
  let now = 0;
  let ends: (() => void)[] = [];
  const shedder = new LoadShedder({ now: () => now, afterTurn: work => void ends.push(work) });
  return {
    wait: (ms: number) => {
      now += ms;
    },
    /** Returns the number of rejected requests. A rejection takes one hundredth of the time of a response. */
    turn: (requests: number, msEach: number): number => {
      let rejected = 0;
      for (let i = 0; i < requests; i++) {
        const isRejected = shedder.shouldShed(now);
        if (isRejected) rejected++;
        now += isRejected ? msEach / 100 : msEach;
      }
      for (const end of ends) end();
      ends = [];
      return rejected;
    },
  };
}

describe('overload detection', () => {
  test('a burst of requests is served completely', () => {
    const { turn, wait } = simulateEventLoop();
    expect(turn(2_000, 0.4)).toBe(0);
    wait(5);
    expect(turn(2_000, 0.1)).toBe(0);
  });

  test('long event loop turns reject requests beyond their budget and serve those within it', () => {
    const { turn } = simulateEventLoop();
    for (let i = 0; i < 4; i++) expect(turn(1_000, 0.3)).toBe(0);
    expect(turn(1_000, 0.3)).toBeGreaterThan(600);
    expect(turn(1_000, 0.3)).toBeLessThan(700);
  });

  test('a turn that does not end rejects requests too', () => {
    const { turn } = simulateEventLoop();
    expect(turn(5_000, 0.3)).toBeGreaterThan(1_600);
    expect(turn(300, 0.3)).toBe(0);
  });

  test('a turn without rejections ends the overload', () => {
    const { turn } = simulateEventLoop();
    for (let i = 0; i < 4; i++) turn(1_000, 0.3);
    expect(turn(1_000, 0.3)).toBeGreaterThan(0);
    expect(turn(200, 0.3)).toBe(0);
    expect(turn(1_000, 0.3)).toBe(0);
  });

  test('any number of short turns is not an overload', () => {
    const { turn } = simulateEventLoop();
    for (let i = 0; i < 100; i++) expect(turn(1_000, 0.2)).toBe(0);
  });

  test('long turns with pauses between them are not an overload', () => {
    const { turn, wait } = simulateEventLoop();
    for (let i = 0; i < 20; i++) {
      expect(turn(1, 400)).toBe(0);
      wait(500);
    }
  });

  test('a few clients with slow requests are not an overload', () => {
    const { turn } = simulateEventLoop();
    for (let i = 0; i < 20; i++) expect(turn(20, 100)).toBe(0);
  });

  test('a single client with slow requests is never rejected', () => {
    const { turn } = simulateEventLoop();
    for (let i = 0; i < 20; i++) expect(turn(1, 400)).toBe(0);
  });
});

test('a rejected client gets Retry-After and is counted in the metrics', async () => {
  const ctx = await createTestApp({ RATE_LIMIT: 'on' });
  const send = async () => {
    const request = new Request('http://localhost/api/v1/auth', {
      headers: { 'x-request-id': 'mine-0123456789' },
    });
    const response = await ctx.app.handler.rejectOverloaded(request, '127.0.0.1');
    const { headers } = response;
    return [
      response.status,
      headers.get('retry-after'),
      headers.get('x-ratelimit-remaining'),
      headers.get('x-request-id'),
    ];
  };
  for (let remaining = TIER_LIMITS.strict - 1; remaining >= 0; remaining--)
    expect(await send()).toEqual([503, '1', String(remaining), 'mine-0123456789']);
  expect(await send()).toEqual([429, '60', '0', 'mine-0123456789']);
  await ctx.close();
});
