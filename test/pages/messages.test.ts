import { afterAll, describe, expect, test } from 'bun:test';
import { Glob } from 'bun';
import { formatText, setTextLocale } from '../../src/dashboard/messages/text.ts';
import { ROUTES } from '../../src/dashboard/routes.ts';
import { LOCALES, type Locale } from '../../src/platform/locales.ts';
import { findFormattings, findUses, hasValues, removeFormattings } from '../support/message-uses.ts';

const SRC = `${import.meta.dir}/../../src`;
const DASHBOARD = `${SRC}/dashboard`;
/** The folders of texts in ten languages that the server writes: in mails, on passes, in answers. */
const SERVER = ['auth', 'claims', 'library', 'mailings', 'passes', 'recommendations', 'system'];
const AREAS = [...new Glob('messages/*/en.json').scanSync(DASHBOARD)]
  .map(path => path.split('/')[1] as string)
  .sort();
/** The folders of catalogs, of pages and mails. */
const FOLDERS = [
  ...AREAS.map(area => `dashboard/messages/${area}`),
  ...SERVER.map(name => `${name}/messages`),
  'pages/messages',
];
/** Objects by English text or API name, which English leaves empty. */
const DICTIONARIES = ['titles', 'errors', 'states', 'texts', 'weeklyActions'];
/** Counts of every plural category of the languages. */
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 100, 102, 1_000];
/** Categories that these languages use for millions only. */
const RARE: Partial<Record<Locale, string[]>> = { es: ['many'], fr: ['many'], it: ['many'], pt: ['many'] };
/** Messages that a function gets as an argument and formats. */
const PASSED_ON = /^(activity\.counted|programs\.counts|setup\.offers)\./;
/** The texts of two languages may be the same. */
const SAME_AS_ENGLISH = /^(API-|Webhooks?|Endpoint|@you|\d)/;

/** Read once for all areas. */
const SOURCES = Promise.all(
  [...new Glob('**/*.{ts,tsx}').scanSync(DASHBOARD)].map(path => Bun.file(`${DASHBOARD}/${path}`).text()),
);

type Catalog = { [key: string]: string | Catalog };

async function load(folder: string, locale: string): Promise<Catalog> {
  return (await import(`${SRC}/${folder}/${locale}.json`)).default;
}

/** Lists the texts of a catalog by their dotted names. */
function flatten(catalog: Catalog, prefix = ''): [name: string, text: string][] {
  return Object.entries(catalog).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' ? flatten(value, `${prefix}${key}.`) : [[prefix + key, value]],
  );
}

/** Returns the names of the values that a text takes in any plural form. */
function listValues(text: string): string[] {
  const names = new Set<string>();
  for (const count of COUNTS)
    formatText(text, new Proxy({}, { get: (_, name: string) => names.add(name) && count }));
  return [...names].sort();
}

/** Counts the bold texts, codes and links of ui/rich-text.tsx. */
function countMarks(text: string): number[] {
  return [/\*\*.+?\*\*/g, /`.+?`/g, /\[.+?\]/g].map(mark => text.match(mark)?.length ?? 0);
}

const isDictionary = (name: string) => DICTIONARIES.includes(name.split('.')[0] as string);
afterAll(() => setTextLocale('en'));

describe.each(FOLDERS)('the messages in %s', folder => {
  test('have the same names, values and marks in every language', async () => {
    const english = flatten(await load(folder, 'en'));
    const dictionary = flatten(await load(folder, 'de')).filter(([name]) => isDictionary(name));
    const expected = [...english, ...dictionary].map(([name]) => name).sort();
    for (const locale of LOCALES.filter(other => other !== 'en')) {
      const texts = new Map(flatten(await load(folder, locale)));
      expect([locale, [...texts.keys()].sort()]).toEqual([locale, expected]);
      for (const [name, source] of english) {
        const text = texts.get(name) as string;
        expect([locale, name, listValues(text)]).toEqual([locale, name, listValues(source)]);
        expect([locale, name, countMarks(text)]).toEqual([locale, name, countMarks(source)]);
      }
    }
  });

  test.each([...LOCALES])('are complete for every plural form of %s', async locale => {
    const needed = new Intl.PluralRules(locale)
      .resolvedOptions()
      .pluralCategories.filter(category => !RARE[locale]?.includes(category));
    setTextLocale(locale);
    for (const [name, text] of flatten(await load(folder, locale)).filter(([, text]) => hasValues(text))) {
      const isPlural = text.includes(', plural,');
      const missing = needed.filter(category => isPlural && !text.includes(` ${category} {`));
      expect([name, missing]).toEqual([name, []]);
      const plain = listValues(text).filter(value => !text.includes(`{${value}, plural,`));
      for (const count of isPlural ? COUNTS : [1]) {
        const values = Object.fromEntries(
          listValues(text).map(value => [value, plain.includes(value) ? 'X' : count]),
        );
        expect([name, formatText(text, values)]).not.toEqual([
          name,
          expect.stringMatching(/undefined|NaN|#(?!\p{Letter})|[{}]/u),
        ]);
      }
    }
  });

  test('are translated', async () => {
    const english = new Map(flatten(await load(folder, 'en')));
    for (const locale of LOCALES.filter(other => other !== 'en')) {
      const same = flatten(await load(folder, locale)).filter(
        ([name, text]) =>
          text.includes(' ') && !hasValues(text) && english.get(name) === text && !SAME_AS_ENGLISH.test(text),
      );
      expect([locale, same]).toEqual([locale, []]);
    }
  });
});

describe.each(AREAS)('the messages of %s', area => {
  test('are used', async () => {
    const used = findUses(area, await SOURCES);
    const unused = flatten(await load(`dashboard/messages/${area}`, 'en'))
      .map(([name]) => name)
      .filter(name => !used.has(name) && !used.has(`${name.split('.')[0]}[`));
    expect(unused).toEqual([]);
  });

  test('get the values that they take', async () => {
    const texts = flatten(await load(`dashboard/messages/${area}`, 'en'));
    const raw = findUses(area, (await SOURCES).map(removeFormattings));
    const withValues = texts.flatMap(([name, text]) =>
      hasValues(text) && !PASSED_ON.test(`${area}.${name}`) ? [name] : [],
    );
    expect(withValues.filter(name => raw.has(name) || raw.has(`${name.split('.')[0]}[`))).toEqual([]);
    for (const { names, values } of findFormattings(area, await SOURCES))
      for (const [name, text] of texts)
        if (names.some(used => used === name || used === `${name.split('.')[0]}[`))
          expect([name, values]).toEqual([name, listValues(text)]);
  });
});

test('no style depends on a text, which differs by language', async () => {
  const styles = [...new Glob('styles/*.css').scanSync(DASHBOARD)].sort();
  for (const path of styles) {
    const text = await Bun.file(`${DASHBOARD}/${path}`).text();
    expect([path, text.match(/\[(data-head|title|alt|placeholder|aria-label)[*^$~|]?=/g)]).toEqual([
      path,
      null,
    ]);
  }
});

test('every title of a page is translated', async () => {
  const { titles } = (await load('dashboard/messages/shell', 'de')) as { titles: Catalog };
  const names = ROUTES.filter(({ path }) => path !== '/dashboard/styleguide').flatMap(({ title, menu }) =>
    menu?.group ? [title, menu.group] : [title],
  );
  expect(names.filter(name => !(name in titles))).toEqual([]);
});

test('every note for translators is about a message', async () => {
  const notes: Record<string, string> = await Bun.file(`${DASHBOARD}/messages/notes.json`).json();
  for (const name of Object.keys(notes)) {
    const [area = '', ...keys] = name.split('.');
    const found = keys.reduce<unknown>(
      (value, key) => (value as Catalog)[key],
      await load(`dashboard/messages/${area}`, 'en'),
    );
    expect([name, typeof found]).not.toEqual([name, 'undefined']);
  }
});
