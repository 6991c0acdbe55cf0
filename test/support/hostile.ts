/**
 * Values that break careless programs, with one list per format: unusual valid text, malformed text, and numbers at and
 * beyond their bounds. Lists mix values that must be accepted with values that must be rejected; tests decide which, and
 * check that all stored values can be read back.
 */

/** The part of a JSON schema that determines its hostile values. */
export interface HostileTarget {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  anyOf?: HostileTarget[];
}

const NUL = '\u0000';
const LONE_HIGH_SURROGATE = '\ud83d';
const LONE_LOW_SURROGATE = '\ude00';
/** Far beyond the limit of every string, and well below the limit of a body. */
const VERY_LONG = 100_000;

const words = (text: string): string[] => text.split(' ');

/** Fragments for any string; also inserted into URLs, email addresses and host names below. */
export const HOSTILE_FRAGMENTS: readonly string[] = [
  // Quotes, brackets, separators and escapes of URLs, HTML, SQL, shells, CSV, JSON and templates.
  ...words(`" ' \` \\ / | {} [1] <b> &amp; ^ % %zz %00 %2e%2e $ # ? @ : ; , =1+1 + - -- ~ * .. .`),
  ...words(`\${x} {{x}} %s%n '/**/or/**/'1'='1 <script>alert(1)</script> __proto__ constructor`),
  ...[' ', '  '],
  // Control characters: C0, DEL, C1, line and paragraph separators.
  ...['\n', '\r\n', '\t', '\b', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\u2029', NUL],
  // Letters beyond ASCII: Latin, Turkish, Cyrillic look-alikes, CJK, full width, combining, unnormalized.
  ...words('é e\u0301 ß İı раураl 日本語 ｆｕｌｌ Z\u0351\u036b\u0343\u036a ﬁ \u212a ①'),
  // Right to left, bidirectional overrides, invisible characters, byte order mark, noncharacters.
  ...words('שלום مرحبا \u202egnp.exe \u2066x\u2069 \u200b \u200d \u00ad \ufeff \uffff \ufffd'),
  // Emoji: one code point, joined family, flag, keycap; characters beyond the basic plane.
  ...words('😀 👨‍👩‍👧‍👦 🇩🇪 1️⃣ 𝒳 \u{10ffff}'),
  ...[LONE_HIGH_SURROGATE, LONE_LOW_SURROGATE, LONE_LOW_SURROGATE + LONE_HIGH_SURROGATE],
];

/** Strings for fields of free text. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ...HOSTILE_FRAGMENTS,
  ...HOSTILE_FRAGMENTS.map(fragment => `a${fragment}b`),
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  'x'.repeat(VERY_LONG),
  '😀'.repeat(VERY_LONG / 10),
  '@'.repeat(VERY_LONG / 10),
];

/** Strings for fields of format `uri`. */
export const HOSTILE_URLS: readonly string[] = [
  ...HOSTILE_FRAGMENTS.flatMap(fragment => [
    `https://www.instagram.com/p/${fragment}`,
    `https://www.instagram.com/p/a${fragment}b?q=a${fragment}b#a${fragment}b`,
    `https://a${fragment}b.example/`,
    `https://user${fragment}:pass@shop.example/`,
  ]),
  'https://bücher.example/straße?größe=ä#ö',
  'https://xn--bcher-kva.example/',
  'https://xn--zzzzzzz--.example/',
  'https://日本語.example/',
  'https://faß.example',
  'HTTPS://WWW.EXAMPLE.COM:443/a/./b/../c',
  'https:/one-slash.example',
  'https:no-slash.example',
  'https:///three.example',
  'https:\\\\back.example\\path',
  ' https://padded.example ',
  'https://a_b.example/',
  'https://-a.example/',
  'https://a..b.example/',
  'https://example.com./',
  'https://[::1]/',
  'https://[::ffff:1.2.3.4]/',
  'https://[v1.x]/',
  'https://127.1/',
  'https://0x7f.0.0.1/',
  'https://example.com:0/',
  'https://example.com:65535/',
  'https://example.com:65536/',
  'https://@example.com/',
  'https://:@example.com/',
  'https://?q',
  'https://',
  'http:',
  '//example.com/',
  '/path',
  'example.com',
  'ftp://example.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@b.example',
  'urn:x:y',
  `https://example.com/${'a'.repeat(2_048 - 20)}`,
  `https://example.com/${'a'.repeat(2_049)}`,
  // Up to 2,048 characters, but several times that after percent-encoding.
  `https://example.com/${'é'.repeat(1_500)}`,
  `https://example.com/${'😀'.repeat(500)}`,
  `https://${'a'.repeat(63)}.example/`,
  `https://${'a'.repeat(64)}.example/`,
  `https://${'a.'.repeat(200)}example/`,
];

/** Strings for fields of format `email`. */
export const HOSTILE_EMAILS: readonly string[] = [
  ...HOSTILE_FRAGMENTS.flatMap(fragment => [
    `a${fragment}b@mail.example`,
    `${fragment}@mail.example`,
    `user@a${fragment}b.example`,
  ]),
  'ü@x.example',
  'user@bücher.example',
  'user@xn--bcher-kva.example',
  'user@日本語.example',
  'Ä@Ä.EXAMPLE',
  'UPPER@EXAMPLE.COM',
  'İ@example.com',
  'a..b@x.example',
  '.a@x.example',
  'a.@x.example',
  'a@x_y.example',
  'a@-x.example',
  'a@x-.example',
  'a@x..example',
  'a@.example',
  'a@example.',
  'a@example',
  'a@localhost',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@x.1',
  'a@b@x.example',
  '@x.example',
  'a@',
  '"quoted user"@x.example',
  'Name <a@x.example>',
  'a@x.example,b@x.example',
  'a@x.example\r\nBcc: b@x.example',
  ' a@x.example ',
  'a+tag@x.example',
  "!#$%&'*+-/=?^_`{|}~@x.example",
  `${'a'.repeat(64)}@x.example`,
  `${'a'.repeat(65)}@x.example`,
  `a@${'b'.repeat(63)}.example`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'b.'.repeat(120)}example`,
  `a@${'b.'.repeat(150)}example`,
];

/** Strings for fields of format `date-time`. */
export const HOSTILE_TIMES: readonly string[] = [
  '2026-12-24T18:00:00Z',
  '2026-12-24T18:00:00.000Z',
  '2026-12-24t18:00:00z',
  '2026-12-24T18:00:00.123456789Z',
  '2026-12-24T18:00Z',
  '2026-12-24T18:00:00+14:00',
  '2026-12-24T18:00:00-23:59',
  '2026-12-24T18:00:00+24:00',
  '2026-12-24T24:00:00Z',
  '2026-12-31T23:59:60Z',
  '2026-02-29T00:00:00Z',
  '2024-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-00T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '1969-12-31T23:59:59Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '+010000-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '275760-09-13T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '2026-12-24 18:00:00Z',
  '2026-12-24T18:00:00',
  '2026-12-24',
  '20261224T180000Z',
  '٢٠٢٦-١٢-٢٤T18:00:00Z',
  '1766599200',
  'now',
  'Invalid Date',
  ...HOSTILE_FRAGMENTS.map(fragment => `2026-12-24T18:00:00Z${fragment}`),
];

/** Strings for fields of format `date`. */
export const HOSTILE_DATES: readonly string[] = HOSTILE_TIMES.map(time => time.replace(/[Tt ].*$/s, ''));

/** Strings for fields of format `hostname`. */
export const HOSTILE_HOSTNAMES: readonly string[] = [
  ...HOSTILE_FRAGMENTS.map(fragment => `a${fragment}b.example`),
  'bücher.example',
  'xn--bcher-kva.example',
  'xn--zzzzzzz--.example',
  'UPPER.EXAMPLE',
  'a_b.example',
  '-a.example',
  'a..b',
  '.a',
  'a.',
  '127.0.0.1',
  '[::1]',
  '::1',
  'localhost',
  `${'a'.repeat(63)}.example`,
  `${'a'.repeat(64)}.example`,
  'a.'.repeat(127),
];

/** Numbers that are valid JSON but that `JSON.stringify` can't produce; insert them into a body as text. */
export const HOSTILE_NUMBER_LITERALS: readonly string[] = [
  '-0',
  '-0.0',
  '1e308',
  '1e309',
  '-1e309',
  '1e-400',
  '5e-324',
  '1E+2',
  '9007199254740993',
  '123456789012345678901234567890',
  '0.1000000000000000055511151231257827',
];

const HOSTILE_NUMBERS: readonly number[] = [
  ...[0, -0, 1, -1, 0.1, 0.001, 0.005, 1.005, 0.1 + 0.2, 99.99, Number.MIN_VALUE, Number.EPSILON],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 2, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 2 ** 64],
  ...[-(2 ** 53), 1e15, 1e16, 1e21, 1e308, -1e308],
];

/** Returns numbers around the bounds of a schema, and generally hostile ones. */
export function hostileNumbers({ minimum, maximum, multipleOf }: HostileTarget = {}): number[] {
  const step = multipleOf ?? 1;
  const around = [minimum, maximum].flatMap(bound =>
    bound === undefined ? [] : [bound - step, bound - step / 2, bound, bound + step / 2, bound + step],
  );
  return [...around, ...HOSTILE_NUMBERS];
}

/** Returns strings at the length limits of a schema, with one, two and four bytes per character. */
function stringsAtLength({ minLength = 0, maxLength }: HostileTarget): string[] {
  const lengths = [minLength - 1, minLength, ...(maxLength === undefined ? [] : [maxLength, maxLength + 1])];
  return lengths
    .filter(length => length >= 0 && length <= VERY_LONG)
    .flatMap(length => ['x'.repeat(length), 'é'.repeat(length), '😀'.repeat(Math.ceil(length / 2))]);
}

const STRINGS_BY_FORMAT: Record<string, readonly string[]> = {
  uri: HOSTILE_URLS,
  email: HOSTILE_EMAILS,
  hostname: HOSTILE_HOSTNAMES,
  'date-time': HOSTILE_TIMES,
  date: HOSTILE_DATES,
};

/** Values that are hostile to fields of any type. */
const HOSTILE_TO_ANY: readonly unknown[] = [null, '', [], {}, true, 0, 'x', [null], { length: 1 }];

/** Returns all hostile values for a schema: wrong types, then values of its type and format. */
export function hostileValues(schema: HostileTarget): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(hostileValues);
  const types = [schema.type ?? []].flat();
  const values: unknown[] = [...HOSTILE_TO_ANY];
  if (types.includes('string')) values.push(...hostileStrings(schema));
  if (types.includes('number') || types.includes('integer')) values.push(...hostileNumbers(schema));
  return values;
}

/** Returns hostile strings for a schema. */
export function hostileStrings(schema: HostileTarget): string[] {
  const listed = (schema.enum ?? []).map(String);
  const mangled = listed.flatMap(word => [word.toUpperCase(), `${word} `, `${word}${NUL}`, word.slice(1)]);
  const own = STRINGS_BY_FORMAT[schema.format ?? ''] ?? HOSTILE_TEXTS;
  return [...listed, ...mangled, ...stringsAtLength(schema), ...own];
}
