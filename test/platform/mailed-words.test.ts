import { describe, expect, test } from 'bun:test';
import { toMailedName, toMailedWords, withMailedWords } from '../../src/platform/mailed-words.ts';

describe('the words of a business in a mail', () => {
  test.each([
    ['Pay at https://evil.example/a?b=c now', 'Pay at … now'],
    ['www.evil.example', '…'],
    ['evil.example/verify', '…'],
    ['Write to mallory+x@evil.example.', 'Write to …'],
    ['bücher.example', '…'],
    ['Order\n\ntoday', 'Order today'],
  ])('%p become %p', (text, shown) => expect(toMailedWords(text)).toBe(shown));

  test.each([
    '$4.50 off, e.g. a latte',
    '2.5 km. Thanks!',
    '2026-11-27T10:00:00.000Z',
    'sub_01kt1gw6g0ekxr558wq4w8m771',
  ])('%p stay', text => expect(toMailedWords(text)).toBe(text));

  test('are cut', () => {
    const cut = toMailedWords('word '.repeat(1_000));
    expect([cut.length <= 300, cut.at(-1)]).toEqual([true, '…']);
  });

  test('are replaced at any depth, and other values stay', () => {
    const value = {
      reason: 'evil.example',
      reward: { name: 'x@y.example', value: 5 },
      list: ['a.example', null],
    };
    expect(withMailedWords(value)).toEqual({
      reason: '…',
      reward: { name: '…', value: 5 },
      list: ['…', null],
    });
  });

  test.each(['a.'.repeat(50_000), 'a@'.repeat(50_000), '1-'.repeat(50_000)])(
    'are searched in a bounded number of steps (case %#)',
    text => expect(toMailedWords(text).length).toBeLessThanOrEqual(300),
  );
});

test.each([
  ['Blue.example', 'Blue example'],
  ["St. Mary's & Co.", "St. Mary's & Co."],
  ['https://evil.example/login', 'https evil example login'],
])('the name %p is shown as %p', (name, shown) => expect(toMailedName(name)).toBe(shown));
