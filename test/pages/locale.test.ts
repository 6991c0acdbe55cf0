import { describe, expect, test } from 'bun:test';
import { toPseudo } from '../../src/dashboard/messages/pseudo.ts';
import { choosePageLocale } from '../../src/pages/locale.ts';

const choose = (headers: Record<string, string>, options = {}) =>
  choosePageLocale(new Headers(headers), options);

describe('the language of a page', () => {
  test("is the visitor's choice, else the browser's, else the shop's, else English", () => {
    const headers = { cookie: 'a=b; perkmint_locale=pl', 'accept-language': 'de-AT,de;q=0.9' };
    expect(choose(headers, { shopLocale: 'fr-FR' })).toBe('pl');
    expect(choose({ 'accept-language': 'de-AT,de;q=0.9' }, { shopLocale: 'fr-FR' })).toBe('de');
    expect(choose({ 'accept-language': 'ja' }, { shopLocale: 'fr-FR' })).toBe('fr');
    expect(choose({ 'accept-language': 'ja' }, { shopLocale: null })).toBe('en');
    expect(choose({})).toBe('en');
  });

  test('is the best one of the browser that the pages have', () => {
    expect(choose({ 'accept-language': 'ja, en;q=0.4, pt-BR;q=0.8, tr;q=0' })).toBe('pt');
    expect(choose({ 'accept-language': '*' })).toBe('en');
    expect(choose({ 'accept-language': 'AR-eg' })).toBe('ar');
  });

  test('is never one that the pages do not have', () => {
    expect(choose({ cookie: 'perkmint_locale="><script>', 'accept-language': 'it' })).toBe('it');
    expect(choose({ cookie: 'perkmint_locale=en-XA' })).toBe('en');
    expect(choose({ cookie: 'perkmint_locale=en-XA' }, { hasPseudo: true })).toBe('en-XA');
  });
});

test('the pseudo-locale lengthens texts by 40 % and keeps what is put into them', () => {
  const { plain, nested } = toPseudo({ plain: 'Your rewards', nested: { of: (n: number) => `Page ${n}` } });
  expect(plain).toStartWith('Yöür rëwárdš ');
  expect(plain.length).toBeGreaterThanOrEqual('Your rewards'.length * 1.4);
  expect(nested.of(42)).toContain('42');
});
