import { expect, test } from 'bun:test';
import { isEasyPin } from '../../src/auth/rules.ts';
import {
  COUNTER_IDLE_MS,
  COUNTER_SESSION_MS,
  isSessionOpen,
  type SessionOnDevice,
} from '../../src/places/rules.ts';
import { iso } from '../../src/platform/clock.ts';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const OPEN: SessionOnDevice = {
  openedAs: 'staff',
  createdAt: iso(NOW - 60_000),
  lastUsedAt: iso(NOW - 1_000),
  role: 'business',
  businessId: 'biz_1',
  position: 'staff',
  deviceBusinessId: 'biz_1',
  deviceHash: 'hash',
  revokedAt: null,
  pinSetAt: iso(NOW - 90_000),
};

test('a counter session is open only while everything is as it was at the sign-in', () => {
  expect(isSessionOpen(OPEN, 'hash', NOW)).toBe(true);
  const closed: Partial<SessionOnDevice>[] = [
    { revokedAt: iso(NOW) },
    { role: 'customer' },
    { businessId: 'biz_2' },
    { businessId: null },
    { position: 'owner' },
    { position: null },
    { pinSetAt: null },
    { pinSetAt: iso(NOW - 30_000) },
    { lastUsedAt: iso(NOW - COUNTER_IDLE_MS) },
    { createdAt: iso(NOW - COUNTER_SESSION_MS), pinSetAt: iso(NOW - COUNTER_SESSION_MS) },
  ];
  for (const change of closed)
    expect([change, isSessionOpen({ ...OPEN, ...change }, 'hash', NOW)]).toEqual([change, false]);
  expect(isSessionOpen(OPEN, 'hash of another device', NOW)).toBe(false);
});

test('a PIN is easy to guess if its digits are equal or in order', () => {
  const easy = ['0000', '999999', '1234', '456789', '4321', '98765'];
  const good = ['1233', '1357', '4071', '9012', '112233'];
  expect(easy.filter(isEasyPin)).toEqual(easy);
  expect(good.filter(isEasyPin)).toEqual([]);
});
