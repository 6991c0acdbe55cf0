import { describe, expect, test } from 'bun:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import {
  isStorableText,
  normalizeAccountEmail,
  normalizeEmail,
  normalizeHostname,
  normalizeUrl,
} from '../../src/platform/formats.ts';
import { HOSTILE_EMAILS, HOSTILE_FRAGMENTS, HOSTILE_HOSTNAMES, HOSTILE_URLS } from '../support/hostile.ts';

/** An independent implementation of the formats. */
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const FORMATS = [
  { format: 'uri', normalize: normalizeUrl, corpus: HOSTILE_URLS },
  { format: 'email', normalize: normalizeEmail, corpus: HOSTILE_EMAILS },
  { format: 'hostname', normalize: normalizeHostname, corpus: HOSTILE_HOSTNAMES },
] as const;

describe.each(FORMATS)('the normal form of a $format', ({ format, normalize, corpus }) => {
  const isValid = ajv.compile({ type: 'string', format });

  test('every normalized value satisfies the format', () => {
    const normal = corpus.map(normalize).filter(text => text !== undefined);
    expect(normal.length).toBeGreaterThan(5);
    expect(normal.filter(text => !isValid(text))).toEqual([]);
  });

  test('normalization is idempotent', () => {
    const normal = corpus.map(normalize).filter(text => text !== undefined);
    expect(normal.map(normalize)).toEqual(normal);
  });

  test('both properties hold for random text', () => {
    const prefix = format === 'uri' ? 'https://a.example/' : '';
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE_FRAGMENTS, 'a', '@', '.', 'example', '%41', '?', '#', '//'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), pieces => {
        const normal = normalize(prefix + pieces.join(''));
        if (normal === undefined) return;
        expect(isValid(normal)).toBe(true);
        expect(normalize(normal)).toBe(normal);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('normalizeUrl', () => {
  test.each([
    ['HTTPS://WWW.Example.COM:443/a/./b/../c', 'https://www.example.com/a/c'],
    ['https://www.instagram.com/p/é', 'https://www.instagram.com/p/%C3%A9'],
    [
      'https://bücher.example/straße?größe=ä#ö',
      'https://xn--bcher-kva.example/stra%C3%9Fe?gr%C3%B6%C3%9Fe=%C3%A4#%C3%B6',
    ],
    [
      'https://x.example/a|b[1]^{}?q[]=|{}^`"<>#a#b|{}[]',
      'https://x.example/a%7Cb%5B1%5D%5E%7B%7D?q%5B%5D=%7C%7B%7D%5E%60%22%3C%3E#a%23b%7C%7B%7D%5B%5D',
    ],
    ['https://x.example/?a=b\\c#d\\e', 'https://x.example/?a=b%5Cc#d%5Ce'],
    ['https://x.example/%zz%4', 'https://x.example/%25zz%254'],
    ['https://x.example?q=a b', 'https://x.example/?q=a%20b'],
    ['https://us|er:p%zz@x.example/', 'https://us%7Cer:p%25zz@x.example/'],
    ['https://my_shop.example./', 'https://my_shop.example./'],
    ['http://[::FFFF:1.2.3.4]:8080/', 'http://[::ffff:102:304]:8080/'],
  ])('%s is normalized to %s', (given, normal) => expect(normalizeUrl(given)).toBe(normal));

  test.each([
    ['of another scheme', 'ftp://x.example/'],
    ['that runs a script', 'javascript:alert(1)'],
    ['without a host', 'https://?q'],
    ['with an empty label in its host', 'https://a..b.example/'],
    ['with a quote in its host', 'https://a"b.example/'],
    ['with a label of 64 characters', `https://${'a'.repeat(64)}.example/`],
    ['with a backslash before the host', 'http://127.0.0.1:4871\\@evil.example/'],
    ['with a backslash in its path', 'https:\\\\x.example\\a'],
    ['with a line break', 'https://x.example/a\nb'],
    ['with half a surrogate pair', 'https://x.example/\ud83d'],
    ['of more than 2,048 characters', `https://x.example/${'a'.repeat(2_048)}`],
    ['of more than 2,048 characters once it is percent-encoded', `https://x.example/${'é'.repeat(1_000)}`],
  ])('%s is rejected', (_, given) => expect(normalizeUrl(given)).toBeUndefined());
});

describe('normalizeEmail', () => {
  test.each([
    ['Ada.Byron+Shop@Example.COM', 'ada.byron+shop@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    [`${'a'.repeat(64)}@x.example`, `${'a'.repeat(64)}@x.example`],
    ["o'brien@x.example", "o'brien@x.example"],
  ])('%s is normalized to %s', (given, normal) => expect(normalizeEmail(given)).toBe(normal));

  test.each([
    ...['', 'a', 'a@b', '@b.co', 'a@', 'a b@c.de', 'a@b@c.de', '<a@b.co>', 'a@b.co,c@d.co', 'a..b@x.example'],
    ...['.a@x.example', 'a.@x.example', 'a@x_y.example', 'a@-x.example', 'a@x-.example', 'a@x..example'],
    ...['a@1.2.3.4', 'a@[1.2.3.4]', 'a@x.example.', '"a b"@x.example', 'ü@x.example', '\u212a@x.example'],
    ...['a@b.co\r\nBcc: x@y.z', `${'a'.repeat(65)}@x.example`, `a@${'b.'.repeat(150)}example`],
  ])('%p is rejected', given => expect(normalizeEmail(given)).toBeUndefined());

  test('normalizeAccountEmail accepts undeliverable addresses of version 0.1', () => {
    expect(normalizeAccountEmail('Ü@x_y.Example')).toBe('ü@x_y.example');
    expect(normalizeAccountEmail('Ada@Bücher.example')).toBe('ada@xn--bcher-kva.example');
    expect(normalizeAccountEmail('ada')).toBeUndefined();
  });
});

describe('isStorableText', () => {
  test('accepts tabs, line breaks, any script, right-to-left marks and emoji', () => {
    expect(isStorableText('a\tb\r\nc é ß 日本語 שלום \u202e \u200d 👨‍👩‍👧‍👦 \uffff')).toBe(true);
  });

  test.each([
    ['NUL', 'a\u0000b'],
    ['an escape', 'a\u001b[31m'],
    ['a DEL', 'a\u007f'],
    ['a C1 control', 'a\u0085'],
    ['half a surrogate pair', 'a\ud83d'],
    ['a pair the wrong way round', '\ude00\ud83d'],
  ])('text with %s is rejected', (_, text) => expect(isStorableText(text)).toBe(false));

  test('accepts control characters except NUL in verbatim text', () => {
    expect(isStorableText('a\u001b', true)).toBe(true);
    expect(isStorableText('a\u0000', true)).toBe(false);
  });
});
