import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cutText, shortenText } from '../../src/platform/cut-text.ts';
import { toMailedName, toMailedWords } from '../../src/platform/mailed-words.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const WHOLE = [FAMILY, '🎉', '🇩🇪', '👍🏽', 'e\u0301', 'நி', '각'.normalize('NFD'), 'क्ष', '1️⃣', 'กำ'];

test.each(WHOLE)('%p is kept or left out as a whole', character => {
  for (let before = 0; before < 20; before++) {
    const text = 'a'.repeat(before) + character + character;
    for (let max = before; max < text.length; max++) {
      const cut = cutText(text, max);
      expect([0, 1]).toContain((cut.length - before) / character.length);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(shortenText(text, max + 1).length).toBeLessThanOrEqual(max + 1);
    }
  }
});

test('any text is cut to its beginning, well-formed if it was, and as long as possible', () => {
  const text = fc
    .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...WHOLE)))
    .map(parts => parts.join(''));
  fc.assert(
    fc.property(text, fc.nat(60), (whole, max) => {
      const cut = cutText(whole, max);
      expect(whole.startsWith(cut) && cut.length <= max && cut.isWellFormed()).toBe(true);
      if (whole.length <= max) expect(cut).toBe(whole);
    }),
  );
});

test('names and words in mails are cut between characters', () => {
  for (const length of [298, 299, 300]) {
    const name = 'a'.repeat(length) + FAMILY.repeat(30);
    expect(toMailedName(name).isWellFormed()).toBe(true);
    expect(toMailedWords(name)).toEndWith('…');
    expect(toMailedWords(name).isWellFormed()).toBe(true);
  }
});
