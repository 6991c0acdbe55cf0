import { describe, expect, test } from 'bun:test';
import { findCertain, readInput } from '../../src/dashboard/pages/business/counter/counter-input.ts';

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

describe('The member whom Enter opens', () => {
  const person = (name: string | null, phone: string | null = null, memberId = 'card-1') => ({
    name,
    phone,
    memberId,
    email: name && `${name.toLowerCase()}@people.example`,
  });
  const [dan, zed, anna, annabel] = [
    person('Dan', '+12025550103'),
    person('Zed', '+12025550103'.replace('202', '303')),
    person('Anna', null, 'till-4711'),
    person('Annabel'),
  ];

  for (const [text, found, expected] of [
    ['0103', [dan], dan],
    ['an', [anna], anna],
    ['0103', [dan, zed], undefined],
    ['+1 (202) 555-0103', [dan, zed], dan],
    ['٠١٠٣', [dan, anna], dan],
    ['anna', [annabel, anna], anna],
    [' ANNA ', [annabel, anna], anna],
    ['ann', [annabel, anna], undefined],
    ['till-4711', [annabel, anna], anna],
    ['ANNABEL@people.example', [anna, annabel], annabel],
    ['103', [dan, anna], undefined],
    ['a0103', [dan, anna], undefined],
    ['anna', [anna, person('Anna')], undefined],
    ['x', [], undefined],
  ] as const)
    test(`for ${JSON.stringify(text)} among ${found.map(({ name }) => name).join(' and ') || 'none'} is ${expected?.name ?? 'not certain'}`, () => {
      expect(findCertain<ReturnType<typeof person>>(found, text)).toBe(expected);
    });
});
