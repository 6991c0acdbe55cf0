import { describe, expect, test } from 'bun:test';
import { readInput } from '../../src/dashboard/pages/business/counter/counter-input.ts';

const CARD = `PMS${'0'.repeat(26)}0000001${'A'.repeat(20)}`;

describe('What is typed or scanned at the counter', () => {
  for (const [text, expected] of [
    ['', { kind: 'empty' }],
    ['   ', { kind: 'empty' }],
    ['Ada', { kind: 'search', q: 'Ada' }],
    ['0143', { kind: 'search', q: '0143' }],
    ['+1 202 555 0143', { kind: 'search', q: '+1 202 555 0143' }],
    ['ada@x.co', { kind: 'search', q: 'ada@x.co' }],
    ['7XKQ4MTRWP', { kind: 'code', code: '7XKQ4MTRWP', q: '7XKQ4MTRWP' }],
    ['7XKQ\u20114MTRWP', { kind: 'code', code: '7XKQ-4MTRWP', q: '7XKQ-4MTRWP' }],
    ['\u200e７XKQ4MTRWP', { kind: 'code', code: '7XKQ4MTRWP', q: '7XKQ4MTRWP' }],
    ['٠١٤٣', { kind: 'search', q: '0143' }],
    ['7xkq 4mtr-wp', { kind: 'code', code: '7xkq 4mtr-wp', q: '7xkq 4mtr-wp' }],
    [
      'https://shop.example/dashboard/counter?code=7XKQ4MTRWP',
      { kind: 'code', code: '7XKQ4MTRWP', q: '7XKQ4MTRWP' },
    ],
    [
      'http://shop.example/dashboard/redeem?code=7XKQ4MTRWP',
      { kind: 'code', code: '7XKQ4MTRWP', q: '7XKQ4MTRWP' },
    ],
    [CARD, { kind: 'card', card: CARD }],
    [CARD.toLowerCase(), { kind: 'card', card: CARD.toLowerCase() }],
    [`https://shop.example/dashboard/counter?card=${CARD}`, { kind: 'card', card: CARD }],
  ] as const)
    test(`"${text.slice(0, 60)}" is ${expected.kind === 'empty' ? 'nothing' : `a ${expected.kind}`}`, () => {
      expect(readInput(text)).toEqual(expected);
    });
});
