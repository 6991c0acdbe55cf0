import { describe, expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { DateTime, Email, HttpUrl, MAX, Money, MoneyOrZero, oneOf, Text } from '../../src/platform/schema.ts';

function kind(name: string, schema: TSchema, good: unknown[], bad: unknown[]): void {
  describe(name, () => {
    for (const value of good) {
      test(`accepts ${JSON.stringify(value)?.slice(0, 60)}`, () =>
        expect(Value.Check(schema, value)).toBe(true));
    }
    for (const value of bad) {
      test(`rejects ${String(JSON.stringify(value)).slice(0, 60)}`, () => {
        expect(Value.Check(schema, value)).toBe(false);
      });
    }
  });
}

const NO_TEXT = [5, null, true, {}, [], undefined];

kind('oneOf', oneOf(['a', 'b']), ['a', 'b'], ['c', 'A', '', 'constructor', ...NO_TEXT]);
kind('Text', Text(5), ['x', 'xxxxx'], ['', 'xxxxxx', ...NO_TEXT]);
kind(
  'Money',
  Money(),
  [0.001, 0.01, 0.07, 1_000_000_000, 10_000_000_000_000],
  [0, -0.01, 0.0001, 0.1 + 0.2, 10_000_000_000_001, Number.NaN, Infinity, '5', null],
);
kind('MoneyOrZero', MoneyOrZero({ maximum: 2 }), [0, 1.5, 2], [-0.01, 2.01]);
kind(
  'HttpUrl',
  HttpUrl(),
  [
    'http://x.example',
    'https://x.example/a?b=c#d',
    'https://user@x.example',
    `https://x.example/${'x'.repeat(2_000)}`,
  ],
  [
    '',
    'x',
    '/a',
    'ftp://x.example',
    'javascript:alert(1)',
    'data:,x',
    'http://',
    'https:// x',
    `https://x.example/${'x'.repeat(2_048)}`,
    ...NO_TEXT,
  ],
);
kind(
  'Email',
  Email(),
  ['a@b.co', 'a.b+c@d.e.example', 'u@müller.example'],
  [
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a b@c.de',
    'ü@mail.example',
    'a@b@c.de',
    '<a@b.co>',
    'a@b.co,c@d.co',
    'a@b.co\r\nBcc: x@y.z',
    `${'x'.repeat(MAX.email)}@b.co`,
    ...NO_TEXT,
  ],
);
kind(
  'DateTime',
  DateTime(),
  ['2026-12-24T18:00:00Z', '2026-12-24T18:00:00.123Z', '2026-12-24T18:00:00+02:00', '2028-02-29T00:00:00Z'],
  [
    '',
    '2026-12-24',
    '2026-12-24T18:00:00',
    '2026-13-01T00:00:00Z',
    '2026-12-24T25:00:00Z',
    '2026-02-30T00:00:00Z',
    '2027-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    'tomorrow',
    ...NO_TEXT,
  ],
);
