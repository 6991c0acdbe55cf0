import { describe, expect, test } from 'bun:test';
import { LoadShedder } from '../../src/http/load-shedder.ts';
import { createTestApp } from '../support/test-app.ts';

/** A manual event loop: each turn responds to a number of requests, one after another, and then ends. */
function loop() {
  let now = 0;
  let ends: (() => void)[] = [];
  const pressure = new LoadShedder({ now: () => now, afterTurn: work => void ends.push(work) });
  return {
    wait: (ms: number) => {
      now += ms;
    },
    /** @returns how many of the requests were refused; a refusal takes a hundredth of an answer */
    turn: (requests: number, msEach: number): number => {
      let refused = 0;
      for (let i = 0; i < requests; i++) {
        const isRefused = pressure.shouldShed(now);
        if (isRefused) refused++;
        now += isRefused ? msEach / 100 : msEach;
      }
      for (const end of ends) end();
      ends = [];
      return refused;
    },
  };
}

describe('overload detection', () => {
  test('a burst of requests is served completely', () => {
    const { turn, wait } = loop();
    expect(turn(2_000, 0.4)).toBe(0);
    wait(5);
    expect(turn(2_000, 0.1)).toBe(0);
  });

  test('long event loop turns reject requests beyond their budget and serve those within it', () => {
    const { turn } = loop();
    for (let i = 0; i < 4; i++) expect(turn(1_000, 0.3)).toBe(0);
    expect(turn(1_000, 0.3)).toBeGreaterThan(600);
    expect(turn(1_000, 0.3)).toBeLessThan(700);
  });

  test('a turn that does not end rejects requests too', () => {
    const { turn } = loop();
    expect(turn(5_000, 0.3)).toBeGreaterThan(1_600);
    expect(turn(300, 0.3)).toBe(0);
  });

  test('a turn without rejections ends the overload', () => {
    const { turn } = loop();
    for (let i = 0; i < 4; i++) turn(1_000, 0.3);
    expect(turn(1_000, 0.3)).toBeGreaterThan(0);
    expect(turn(200, 0.3)).toBe(0);
    expect(turn(1_000, 0.3)).toBe(0);
  });

  test('any number of short turns is not an overload', () => {
    const { turn } = loop();
    for (let i = 0; i < 100; i++) expect(turn(1_000, 0.2)).toBe(0);
  });

  test('long turns with pauses between them are not an overload', () => {
    const { turn, wait } = loop();
    for (let i = 0; i < 20; i++) {
      expect(turn(1, 400)).toBe(0);
      wait(500);
    }
  });

  test('a few clients with slow requests are not an overload', () => {
    const { turn } = loop();
    for (let i = 0; i < 20; i++) expect(turn(20, 100)).toBe(0);
  });

  test('a single client with slow requests is never rejected', () => {
    const { turn } = loop();
    for (let i = 0; i < 20; i++) expect(turn(1, 400)).toBe(0);
  });
});

test('a rejected client gets Retry-After and is counted in the metrics', async () => {
  const ctx = await createTestApp({ RATE_LIMIT: 'on' });
  const ask = async () => {
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
  for (const left of ['4', '3', '2', '1', '0'])
    expect(await ask()).toEqual([503, '1', left, 'mine-0123456789']);
  expect(await ask()).toEqual([429, '60', '0', 'mine-0123456789']);
  await ctx.close();
});
