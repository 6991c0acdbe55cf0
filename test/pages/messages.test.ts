import { afterAll, describe, expect, test } from 'bun:test';
import { Glob } from 'bun';
import { setTextLocale } from '../../src/dashboard/messages/text.ts';
import { ROUTES } from '../../src/dashboard/routes.ts';
import { LOCALES, type Locale } from '../../src/platform/locales.ts';

const DASHBOARD = `${import.meta.dir}/../../src/dashboard`;
const AREAS = [...new Glob('messages/*/en.ts').scanSync(DASHBOARD)]
  .map(path => path.split('/')[1] as string)
  .sort();
/** Objects by English text or API name, which English leaves empty. */
const DICTIONARIES = ['titles', 'errors', 'states'];
/** Counts of every plural category of the languages. */
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 22, 100, 102, 1_000];
/** Categories that these languages use for millions only. */
const RARE: Partial<Record<Locale, string[]>> = { es: ['many'], fr: ['many'], it: ['many'], pt: ['many'] };
/** The texts of two languages may be the same. */
const SAME_AS_ENGLISH = /^(API-|Webhooks?|Endpoint|@you|\d)/;

/** Read once for all areas. */
const SOURCES = Promise.all(
  [...new Glob('**/*.{ts,tsx}').scanSync(DASHBOARD)].map(path => Bun.file(`${DASHBOARD}/${path}`).text()),
);

type Text = string | ((...args: unknown[]) => string);
type Catalog = { [key: string]: Text | Catalog };

async function load(area: string, locale: string): Promise<Catalog> {
  return (await import(`${DASHBOARD}/messages/${area}/${locale}.ts`)).messages;
}

/** Lists the texts of a catalog by their dotted names. */
function flatten(catalog: Catalog, prefix = ''): [name: string, text: Text][] {
  return Object.entries(catalog).flatMap(([key, value]): [string, Text][] =>
    typeof value === 'object' ? flatten(value, `${prefix}${key}.`) : [[prefix + key, value]],
  );
}

/** Counts the bold texts, codes and links of ui/rich-text.tsx. */
function countMarks(text: string): number[] {
  return [/\*\*.+?\*\*/g, /`.+?`/g, /\[.+?\]/g].map(mark => text.match(mark)?.length ?? 0);
}

const isDictionary = (name: string) => DICTIONARIES.includes(name.split('.')[0] as string);
const mark = (index: number) => `⟦${index}⟧`;

/** Returns arguments for a text: marks, or numbers where the English text formats a number. */
function findArguments(text: (...args: unknown[]) => string): unknown[] {
  setTextLocale('en');
  const marks = Array.from({ length: text.length }, (_, index) => mark(index));
  const shown = text(...marks);
  return marks.map((value, index) => (shown.includes(value) ? value : 41 + index));
}

afterAll(() => setTextLocale('en'));

describe.each(AREAS)('the messages of %s', area => {
  test('have the same names, parameters and placeholders in every language', async () => {
    const english = flatten(await load(area, 'en'));
    const dictionary = flatten(await load(area, 'de')).filter(([name]) => isDictionary(name));
    const expected = [...english, ...dictionary].map(([name]) => name).sort();
    for (const locale of LOCALES.filter(other => other !== 'en')) {
      const texts = new Map(flatten(await load(area, locale)));
      expect([locale, [...texts.keys()].sort()]).toEqual([locale, expected]);
      for (const [name, source] of english) {
        const text = texts.get(name);
        if (typeof source === 'string') {
          expect([locale, name, typeof text]).toEqual([locale, name, 'string']);
          expect([locale, name, countMarks(text as string)]).toEqual([locale, name, countMarks(source)]);
          continue;
        }
        const translated = text as (...args: unknown[]) => string;
        const args = findArguments(source);
        const inEnglish = source(...args);
        setTextLocale(locale);
        const shown = translated(...args);
        const missing = args.filter(
          value => inEnglish.includes(String(value)) && !shown.includes(String(value)),
        );
        expect([locale, name, translated.length, missing]).toEqual([locale, name, source.length, []]);
        expect([locale, name, countMarks(shown)]).toEqual([locale, name, countMarks(inEnglish)]);
      }
    }
  });

  test.each([...LOCALES])('are complete for every plural form of %s', async locale => {
    const source = await Bun.file(`${DASHBOARD}/messages/${area}/${locale}.ts`).text();
    const calls = source.match(/\bplural\(/g)?.length ?? 0;
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    for (const category of pluralCategories) {
      if (RARE[locale]?.includes(category)) continue;
      const forms = source.match(new RegExp(`\\b${category}: ['"\`]`, 'g'))?.length ?? 0;
      expect([category, forms >= calls]).toEqual([category, true]);
    }
    setTextLocale(locale);
    for (const [name, text] of flatten(await load(area, locale))) {
      if (typeof text === 'string' || !/\bplural\(/.test(text.toString())) continue;
      for (const count of COUNTS) {
        const args = Array.from({ length: text.length }, (_, index) =>
          index === text.length - 1 ? count : 'X',
        );
        expect([name, text(...args)]).not.toEqual([
          name,
          expect.stringMatching(/undefined|NaN|#(?!\p{Letter})|\[object/u),
        ]);
      }
    }
  });

  test('are translated', async () => {
    const english = new Map(flatten(await load(area, 'en')));
    for (const locale of LOCALES.filter(other => other !== 'en')) {
      const same = flatten(await load(area, locale)).filter(
        ([name, text]) =>
          typeof text === 'string' &&
          text.includes(' ') &&
          english.get(name) === text &&
          !SAME_AS_ENGLISH.test(text),
      );
      expect([locale, same]).toEqual([locale, []]);
    }
  });

  test('are used', async () => {
    const used = await findUses(area);
    const unused = flatten(await load(area, 'en'))
      .map(([name]) => name)
      .filter(name => !used.has(name) && !used.has(`${name.split('.')[0]}[`));
    expect(unused).toEqual([]);
  });
});

/** Returns the names of an area's texts that sources use; `name[` for one chosen at run time. */
async function findUses(area: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const source of await SOURCES) {
    const imported = new RegExp(`\\{ ${area}(?: as (\\w+))? \\} from '[^']*messages/${area}/index.ts'`).exec(
      source,
    );
    if (!imported) continue;
    const alias = imported[1] ?? area;
    for (const [, key = '', rest = ''] of source.matchAll(
      new RegExp(`\\b${alias}\\s*\\.(\\w+)(\\[|\\.\\w+)?`, 'g'),
    )) {
      found.add(key);
      // A group without a name is passed on as a whole.
      found.add(rest === '' ? `${key}[` : key + rest);
    }
  }
  return found;
}

test('every title of a page is translated', async () => {
  const { titles } = (await load('shell', 'de')) as { titles: Catalog };
  const names = ROUTES.filter(({ path }) => path !== '/dashboard/styleguide').flatMap(({ title, menu }) =>
    menu?.group ? [title, menu.group] : [title],
  );
  expect(names.filter(name => !(name in titles))).toEqual([]);
});
