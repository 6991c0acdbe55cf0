import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  LAYOUTS,
  listScans,
  US,
  US_SHIFTED,
} from '../../src/dashboard/pages/business/counter/keyboard-layouts.ts';
import { formatCard } from '../../src/programs/members/card-rules.ts';
import { generateCode } from '../../src/rewards/rules.ts';

const CODE = 'PE79K7NWHR';
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY';
const toLink = (code: string) => `https://perks.example/dashboard/counter?code=${code}`;
const code = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 10, maxLength: 10 })
  .map(chars => chars.join(''));
const card = fc
  .tuple(
    fc.stringMatching(/^[0-9a-z]{26}$/),
    fc.nat(10 ** 9),
    fc.stringMatching(/^[0-9a-f]{20}$/),
    fc.boolean(),
  )
  .map(([id, counter, signature, isStatic]) =>
    formatCard({ kind: isStatic ? 'static' : 'rotating', memberKey: `mem_${id}`, counter }, () => signature),
  );

/** Types a text as a scanner for America does on a computer with another layout. */
function type(text: string, [plain, shifted]: readonly [string, string], hasCapsLock = false): string {
  const typed = [...text].map(char => {
    const isShifted = US_SHIFTED.includes(char);
    const at = (isShifted ? US_SHIFTED : US).indexOf(char);
    const result = (isShifted ? shifted : plain)[at] ?? char;
    if (!hasCapsLock || !/\p{L}/u.test(result)) return result;
    const language = plain.includes('ı') ? 'tr' : 'en';
    const lower = result.toLocaleLowerCase(language);
    return result === lower ? result.toLocaleUpperCase(language) : lower;
  });
  // Dead keys put their accent on the next letter.
  return typed.join('').replaceAll(/([´`^¨])(\p{L})/gu, (pair, accent, letter) => {
    const mark = { '´': '\u0301', '`': '\u0300', '^': '\u0302', '¨': '\u0308' }[accent as string];
    const composed = `${letter}${mark}`.normalize('NFC');
    return composed.length === 1 ? composed : pair;
  });
}

describe('what a scanner for America types', () => {
  test.each([
    ['German', 'httpsÖ--perks.example-dashboard-counter_code´PE79K7NWHR', CODE],
    ['German with a dead key', 'httpsÖ--perks.example-dashboard-counter_codeÉA79K7NWHR', 'EA79K7NWHR'],
    ['German', 'QXTZPHFXDP', 'QXTYPHFXDP'],
    ['French', "èXKA'?TRZY", '7XKQ4MTRWY'],
    ['Spanish', 'httpsÑ--perks.example-dashboard-counter_code¡PE79K7NWHR', CODE],
    ['Italian', 'httpsç--perks.example-dashboard-counter_codeìPE79K7NWHR', CODE],
    ['Turkish', 'httpsŞ..perksçexample.dashboard.counter:code-PE79K7NWHR', CODE],
    ['Caps Lock', 'HTTPS://PERKS.EXAMPLE/DASHBOARD/COUNTER?CODE=pe79k7nwhr', CODE],
    ['an AIM identifier', ']Q1https://perks.example/dashboard/counter?code=PE79K7NWHR', CODE],
    ['an old link', 'https://perks.example/dashboard/redeem?code=PE79K7NWHR', CODE],
  ])('is read on a computer with %s: %s', (_, typed, expected) => {
    expect(listScans(typed)).toContain(expected);
  });

  test.each(LAYOUTS)('is read from codes, links and cards on the layout %s', (plain, shifted) => {
    fc.assert(
      fc.property(code, card, fc.boolean(), fc.boolean(), (reward, member, hasCapsLock, hasAim) => {
        for (const [text, scan] of [
          [reward, reward],
          [toLink(reward), reward],
          [member, member],
        ] as const)
          expect(listScans(type((hasAim ? ']Q1' : '') + text, [plain, shifted], hasCapsLock))).toContain(
            scan,
          );
      }),
    );
  });

  test('has every code that is issued', () => {
    const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
    for (let run = 0; run < 100; run++) {
      const issued = generateCode(random);
      expect(listScans(issued)).toContain(issued);
    }
  });
});

test.each([
  'Alexandria',
  'Müller',
  'José García',
  '+1 202 555 0143',
  '0143',
  'ada@people.example',
  'Zoë',
  'https://shop.example',
])('%s is no scan', text => {
  expect(listScans(text)).toEqual([]);
});
