import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MAIL_KINDS } from '../../src/mailings/kinds-model.ts';
import { getRetryDelayMs, MAX_ATTEMPTS, RETRY_DELAYS_MS } from '../../src/mailings/rules/attempts.ts';
import { type Frame, toHtml, toText } from '../../src/mailings/rules/document.ts';
import { findQuietEnd } from '../../src/mailings/rules/quiet-hours.ts';
import { createToken, readToken } from '../../src/mailings/rules/unsubscribe.ts';
import { getTemplate } from '../../src/mailings/templates/index.ts';

const at = (time: string) => Date.parse(time);
const end = (time: string, from: string, to: string, zone: string) => {
  const found = findQuietEnd(at(time), { from, to }, zone);
  return found === undefined ? undefined : new Date(found).toISOString();
};

describe('quiet hours', () => {
  test('end in the morning of the person, before and after midnight', () => {
    expect(end('2026-06-01T20:30:00Z', '22:00', '08:00', 'Europe/Berlin')).toBe('2026-06-02T06:00:00.000Z');
    expect(end('2026-06-02T03:00:00Z', '22:00', '08:00', 'Europe/Berlin')).toBe('2026-06-02T06:00:00.000Z');
    expect(end('2026-06-01T19:59:00Z', '22:00', '08:00', 'Europe/Berlin')).toBeUndefined();
    expect(end('2026-06-02T06:00:00Z', '22:00', '08:00', 'Europe/Berlin')).toBeUndefined();
  });

  test('can be within a day', () => {
    expect(end('2026-06-01T12:30:00Z', '12:00', '14:00', 'UTC')).toBe('2026-06-01T14:00:00.000Z');
    expect(end('2026-06-01T14:00:00Z', '12:00', '14:00', 'UTC')).toBeUndefined();
  });

  test('follow the clock when it changes: a night of 9 hours in March, one of 11 in October', () => {
    expect(end('2026-03-28T21:00:00Z', '22:00', '08:00', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
    expect(end('2026-10-24T20:00:00Z', '22:00', '08:00', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z');
  });

  test('always end in the future, outside of quiet hours, within a day and an hour', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const toTime = (value: number) =>
      `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(
        fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2036-01-01T00:00:00Z') }),
        minute,
        minute,
        fc.constantFrom(...zones),
        (now, from, to, zone) => {
          fc.pre(from !== to);
          const quiet = { from: toTime(from), to: toTime(to) };
          const until = findQuietEnd(now, quiet, zone);
          if (until === undefined) return;
          expect(until).toBeGreaterThan(now);
          expect(until - now).toBeLessThanOrEqual(25 * 3_600_000);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('unsubscribe tokens', () => {
  const link = { userId: 'usr_01jwnkr2g0f5v9t8d6mxyq4h01', kind: 'reward.issued' } as const;

  test('name a person and a kind, and no other key or text passes', () => {
    const token = createToken('key', link);
    expect(readToken('key', token)).toEqual(link);
    expect(readToken('other key', token)).toBeUndefined();
    for (let index = 0; index < token.length; index++) {
      const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
      expect(readToken('key', changed)).toBeUndefined();
    }
    for (const text of ['', '.', 'x', `${token}.x`.repeat(100)])
      expect(readToken('key', text)).toBeUndefined();
  });

  test('consist of characters that need no encoding in a URL', () => {
    expect(createToken('key', link)).toMatch(/^[\w.-]+$/);
  });
});

describe('attempts', () => {
  test('are repeated with growing delays, and given up after the last one', () => {
    const refused = { code: 'ECONNECTION' };
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => getRetryDelayMs(index + 1, refused));
    expect(delays).toEqual([...RETRY_DELAYS_MS, undefined]);
    expect(delays.slice(0, -1)).toEqual(delays.slice(0, -1).toSorted((a = 0, b = 0) => a - b));
  });

  test('end at once for an address that does not exist, but not for a refused login or a full mailbox', () => {
    expect(getRetryDelayMs(1, { code: 'EENVELOPE', responseCode: 550 })).toBeUndefined();
    expect(getRetryDelayMs(1, { code: 'EENVELOPE', responseCode: 452 })).toBe(RETRY_DELAYS_MS[0]);
    expect(getRetryDelayMs(1, { code: 'EAUTH', responseCode: 535 })).toBe(RETRY_DELAYS_MS[0]);
  });
});

describe('letters', () => {
  const frame: Frame = {
    name: 'Blue <b>Cup</b>',
    publicUrl: 'https://perks.example',
    accentColor: '#8a3ffc',
    logoUrl: 'https://perks.example/s/blue-cup/icons/192',
    reason: 'You get this mail because you are a customer.',
    settingsUrl: 'https://perks.example/my/account',
    unsubscribeUrl: 'https://perks.example/unsubscribe/abc',
  };
  const formats = { shop: 'Blue Cup', money: (amount: number) => `$${amount}`, date: () => 'June 1, 2026' };

  test.each(MAIL_KINDS)('%s has the same words in text and HTML, and links to unsubscribe', kind => {
    const template = getTemplate(kind);
    const letter = template.write(template.sample('2026-06-01T12:00:00.000Z'), formats);
    const [text, html] = [toText(letter, frame), toHtml(letter, frame)];
    expect(letter.subject.length).toBeGreaterThan(5);
    for (const part of [text, html]) expect(part).toContain(frame.unsubscribeUrl);
    for (const block of letter.blocks) {
      const texts = 'text' in block ? [block.text] : 'items' in block ? block.items.flat() : [block.label];
      for (const one of texts) {
        expect(html).toContain(Bun.escapeHTML(one));
        expect(text.toLowerCase()).toContain(one.toLowerCase());
      }
    }
  });

  test('escape every value in the HTML', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&';
    const letter = {
      subject: hostile,
      blocks: [
        { type: 'paragraph', text: hostile },
        { type: 'facts', items: [[hostile, hostile]] },
        { type: 'list', items: [hostile] },
        { type: 'button', label: hostile, path: '/my"><script>' },
      ],
    } satisfies Parameters<typeof toHtml>[0];
    const html = toHtml(letter, frame);
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<b>Cup');
  });
});
