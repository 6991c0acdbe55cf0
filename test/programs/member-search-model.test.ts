import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createProgram, enrollMember, type Scene, scene } from './fixture.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterAll(() => ctx.close());

interface Person {
  words: string[];
  phone: string | null;
}

const WORDS = ['anna', 'annalena', 'ana', 'smith', 'smit', 'smyth', 'lena', 'lean', 'johnson', 'jonas', 'li'];
const person: fc.Arbitrary<Person> = fc.record({
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  phone: fc.option(fc.integer({ min: 2_000, max: 9_999 }).map(digits => `+1202555${digits}`)),
});
const typed = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }).map(words => words.join(' ')),
  fc.constantFrom(...WORDS).map(word => word.slice(0, 3)),
  fc.constantFrom(...WORDS).map(word => `${word.slice(0, 1)}${word.slice(2)}`),
  fc.integer({ min: 2_000, max: 9_999 }).map(String),
  fc
    .tuple(fc.constantFrom('5', '555', '2555', '454'), fc.integer({ min: 2_000, max: 9_999 }))
    .map(parts => parts.join('')),
  fc.constantFrom('1202555', '+1202555', '202555'),
);

/** Returns the words that one typing error before the last letter of `word`, or anywhere, turns into it. */
function listNeighbors(word: string, isWhole: boolean): string[] {
  const found: string[] = [];
  const end = isWhole ? word.length : word.length - 1;
  for (let at = 0; at < end; at++) {
    found.push(word.slice(0, at) + word.slice(at + 1));
    for (const letter of 'abcdefghijklmnopqrstuvwxyz')
      found.push(word.slice(0, at) + letter + word.slice(at + 1));
  }
  for (let at = 0; at < word.length; at++) {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz')
      found.push(word.slice(0, at) + letter + word.slice(at));
    if (at > 0) found.push(word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1));
  }
  return found;
}

function isTypo(word: string, name: string): boolean {
  if (word.length < 4) return false;
  const begins = listNeighbors(word, false).some(neighbor => name.startsWith(neighbor));
  return begins || listNeighbors(word, true).includes(name);
}

function hasWords([word, ...others]: string[], names: string[], typos: number): boolean {
  if (word === undefined) return true;
  return names.some((name, at) => {
    const rest = names.filter((_, other) => other !== at);
    if (name.startsWith(word) && hasWords(others, rest, typos)) return true;
    return typos > 0 && isTypo(word, name) && hasWords(others, rest, typos - 1);
  });
}

/** The naive search: compares every person. */
function findNaively(people: Person[], q: string): string[] {
  const digits = q.replace('+', '');
  const ids = (matches: (person: Person) => boolean) =>
    people.flatMap((one, index) => (matches(one) ? [`m-${index}`] : []));
  if (/^\d+$/.test(digits))
    return ids(
      ({ phone }) =>
        [phone?.slice(1), phone?.slice(2), phone?.slice(-4)].some(form => form?.startsWith(digits)) ||
        (digits.length >= 4 && phone?.endsWith(digits) === true),
    );
  const exact = ids(({ words }) => hasWords(q.split(' '), words, 0));
  return exact.length > 0 ? exact : ids(({ words }) => hasWords(q.split(' '), words, 1));
}

test('a search finds what comparing every member finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(person, { minLength: 1, maxLength: 8, selector: ({ phone }) => phone ?? {} }),
      fc.array(typed, { minLength: 10, maxLength: 10 }),
      async (people, searches) => {
        const { id } = await createProgram(ctx);
        for (const [index, { words, phone }] of people.entries()) {
          const { status } = await enrollMember(ctx, id, `m-${index}`, { name: words.join(' '), phone });
          expect(status).toBe(201);
        }
        for (const q of searches) {
          const path = `/programs/${id}/members?perPage=100&q=${encodeURIComponent(q)}`;
          const { data } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
          const found = data.items.map(({ memberId }: { memberId: string }) => memberId).sort();
          expect([q, ...found]).toEqual([q, ...findNaively(people, q).sort()]);
        }
      },
    ),
    { numRuns: 25 },
  );
});
