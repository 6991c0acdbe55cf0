import { describe, expect, test } from 'bun:test';
import { createLog, type LogLevel } from '../../src/platform/log.ts';

const clock = { now: () => Date.parse('2026-06-01T12:00:00.000Z') };

function recorded(level: LogLevel = 'debug', pretty = false) {
  const writes: string[] = [];
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const write = (text: string) => {
    writes.push(text);
    leave();
  };
  return { log: createLog({ level, clock, pretty, write }), left, writes };
}

describe('log', () => {
  test('writes one JSON line per entry', () => {
    const { log, writes } = recorded();
    log.info('request', { status: 200, note: 'line\nbreak' });
    log.flush();
    log.info('bare');
    log.flush();
    expect(JSON.parse(writes.pop() ?? '')).toMatchObject({ level: 'info', message: 'bare' });
    const text = writes.join('');
    expect(text.endsWith('\n')).toBe(true);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(text)).toEqual({
      time: '2026-06-01T12:00:00.000Z',
      level: 'info',
      message: 'request',
      status: 200,
      note: 'line\nbreak',
    });
  });

  test('writes many lines at once', async () => {
    const { log, left, writes } = recorded();
    for (let i = 0; i < 10; i++) log.info('request', { i });
    expect(writes).toHaveLength(0);
    await left;
    expect(writes).toHaveLength(1);
    expect(writes[0]?.trim().split('\n')).toHaveLength(10);
    log.flush();
    expect(writes).toHaveLength(1);
  });

  test('a warning flushes all buffered lines at the end of the event loop turn', async () => {
    const { log, writes } = recorded();
    log.info('request');
    log.warn('slow');
    await new Promise(resolve => setImmediate(resolve));
    expect(writes.map(text => text.trim().split('\n').length)).toEqual([2]);
  });

  test('flushes when the buffer reaches its size limit', () => {
    const { log, writes } = recorded();
    const note = 'x'.repeat(1_000);
    for (let i = 0; i < 100; i++) log.info('request', { note });
    expect(writes).toHaveLength(1);
    log.flush();
    const lines = writes.join('').trim().split('\n');
    expect(lines).toHaveLength(100);
    expect(new Set(lines.map(line => JSON.parse(line).note))).toEqual(new Set([note]));
  });

  test('ignores entries below its level', () => {
    for (const [level, expected] of [
      ['debug', 4],
      ['info', 3],
      ['warn', 2],
      ['error', 1],
      ['silent', 0],
    ] as const) {
      const { log, writes } = recorded(level);
      for (const name of ['debug', 'info', 'warn', 'error'] as const) log[name](name);
      log.flush();
      expect(writes.join('').split('\n').filter(Boolean)).toHaveLength(expected);
    }
  });

  test('masks secrets in the cause', () => {
    const secrets = [
      'pmk_0123456789abcdefghijklmnopqrstuvwxyzABCDEF',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3JfMSJ9.c2lnbmF0dXJl',
      'ada@people.example',
      'hunter22',
    ];
    const [key, webhook, jwt, email, password] = secrets;
    const { log, writes } = recorded();
    const words = `${key} ${webhook} Bearer ${jwt} <${email}> smtps://me:${password}@mail.example/ stays`;
    log.error('failed', { cause: new Error(words) });
    log.flush();
    for (const secret of secrets) expect(writes.join('')).not.toContain(secret);
    expect(writes.join('')).toContain('stays');
  });

  test('logs the stack of a cause', () => {
    const { log, writes } = recorded();
    log.error('failed', { cause: new TypeError('x is not a function') });
    log.flush();
    expect(JSON.parse(writes.join('')).cause).toStartWith('TypeError: x is not a function');
  });

  test('logs only the field names of a cause that is not an error', () => {
    const { log, writes } = recorded();
    log.error('failed', { cause: { email: 'ada@people.example', notes: 'diabetic' } });
    log.error('failed', { cause: `ü@private.example ${'x'.repeat(1_000_000)}` });
    log.flush();
    const [object, text] = writes.join('').trim().split('\n');
    expect(JSON.parse(object as string).cause).toBe('Object { email, notes }');
    expect(JSON.parse(text as string).cause).toBe('[redacted] … 1000000 more characters');
  });

  test('writes readable lines in pretty mode', () => {
    const { log, writes } = recorded('info', true);
    log.warn('slow', { ms: 12, route: '/x' });
    log.flush();
    expect(writes.join('')).toBe('12:00:00.000 WARN  slow  ms=12 route=/x\n');
  });
});
