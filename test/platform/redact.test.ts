import { describe, expect, test } from 'bun:test';
import { maskSecrets, redact } from '../../src/platform/security/redact.ts';
import { expectNoLonger } from '../support/growth.ts';

/** The factor between a long text and short ones of the same total length. */
const FACTOR = 8;
const LENGTH = 256 * 1_024;
const MASKED = 16_000;
const ROUNDS = 10;

/** Each call gets another text, because the engine remembers the last matches in an equal one. */
function repeated(count: number, work: (text: string) => string, text: string) {
  return () => {
    for (let time = 0; time < count; time++) work(`${text}${time}`);
  };
}

/** Each is repeated up to the required length. */
const HOSTILE = {
  'one long word': 'a',
  'a word of letters beyond ASCII': 'ü',
  'words that nearly are addresses': 'a@,',
  'at signs': '@',
  'a word with dots': 'a.',
  'the beginning of a JSON Web Token': 'eyJ-',
  'the beginning of a key': 'pmk_',
  'the word Bearer': 'Bearer ',
  spaces: ' ',
  'the beginning of a URL': 'http://',
  'colons and slashes': '://',
  'a URL with colons': '://a:',
  'digits and spaces': '1 ',
  'digits and letters': '1a',
  'groups of digits before a letter': '12-34 (5).',
  'the beginning of a parameter': 'sslpassword=',
  'the letters of an account': 'DE89 ',
};
const shapes = Object.entries(HOSTILE);
const ofLength = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));

describe.each(shapes)('redaction time is linear in the length of %s', (_, piece) => {
  test('text for a model is redacted in linear time', () => {
    const [long, short] = [ofLength(piece, LENGTH), ofLength(piece, LENGTH / FACTOR)];
    expectNoLonger(repeated(1, redact, long), repeated(FACTOR, redact, short));
  });

  test('log text is masked in linear time, and in constant time beyond the size limit', () => {
    const [long, short] = [ofLength(piece, MASKED), ofLength(piece, MASKED / FACTOR)];
    expectNoLonger(repeated(ROUNDS, maskSecrets, long), repeated(FACTOR * ROUNDS, maskSecrets, short));
    // A space lets the cut keep the text before it.
    const beyond = `${long} ${ofLength(piece, LENGTH)}`;
    expectNoLonger(repeated(ROUNDS, maskSecrets, beyond), repeated(ROUNDS, maskSecrets, long));
  });
});

describe('maskSecrets removes', () => {
  const HIDDEN: [what: string, text: string, secret: string][] = [
    ['address in ASCII', 'no mailbox ada.b+x@people.example.', 'ada.b'],
    ['address beyond ASCII', 'no mailbox ü.é@müller.example', 'ü.é'],
    ['address in another script', 'no mailbox 用户@例子.公司', '用户'],
    ['address in brackets', 'to <ada@people.example>', 'ada'],
    ['address in JSON', '{"email":"ü@private.example"}', 'private'],
    ['password of a URL', 'smtps://me:p@ss:word@mail.example/', 'ss:word'],
    ['key', 'key pmk_0123456789abcdefghijklmnop', '0123456789'],
    ['secret of a webhook', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8'],
    ['token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3JfMSJ9.c2ln', 'eyJ'],
    ['bearer header', 'authorization: bearer abc.def', 'abc'],
  ];
  test.each(HIDDEN)('%s', (_, text, secret) => {
    expect(maskSecrets(text)).not.toContain(secret);
    expect(maskSecrets(text)).toContain('[redacted]');
  });

  test('a truncated text contains no partial secret', () => {
    const text = `${'x '.repeat(8_190)}pmk_0123456789abcdefghijklmnop`;
    expect(maskSecrets(text)).toEndWith('more characters');
    expect(maskSecrets(text)).not.toContain('pmk_');
  });
});

test('a stack trace stays readable', () => {
  const stack =
    'TypeError: x\n    at f (/app/node_modules/@elysiajs/jwt/dist/index.js:1:2)\n    at https://x.example/a';
  expect(maskSecrets(stack)).toBe(stack);
});

test('digits that are part of a word are not a phone number', () => {
  expect(redact('order 12345678ab and ab12345678, call 0170 1234567!')).toBe(
    'order 12345678ab and ab12345678, call [number]!',
  );
  expect(redact('ab1 234 567 8901 12x')).toBe('ab1 [number] 12x');
});
