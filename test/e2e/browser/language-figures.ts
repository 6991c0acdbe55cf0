import { createRecords, fillPath } from './pages-every.ts';
import {
  BUSINESS_PAGES,
  CAMPAIGN_PAGES,
  isEnglish,
  listTexts,
  NO_TEXTS,
  PROGRAM_PAGES,
} from './pages-languages.ts';
import { OWNER } from './server.ts';
import type { Scene, Stage } from './support.ts';

const PATHS = [...BUSINESS_PAGES, ...CAMPAIGN_PAGES, ...PROGRAM_PAGES];
const LOCALES = ['de', 'tr', 'ar'];
/** Names of records and of services, which no language translates. */
const NAMES = new Set([
  'Ada Ames',
  'Story of the week',
  'Every page',
  'Early birds',
  '#bluecup',
  'owner@blue-cup.example',
  'llms.txt',
  'Pass Type ID',
  'Google Cloud Console',
  'Google Pay & Wallet Console',
]);

/** Prints the share of the dashboard's texts that are English for owners who read another language. */
export const languageFigureScenes: Scene[] = [
  [
    'figures: prints the share of English of the dashboard',
    async stage => {
      const records = await createRecords(stage.server);
      await stage.signIn(OWNER);
      const english = new Set(await readTexts(stage, 'en', records));
      for (const locale of LOCALES) {
        const texts = await readTexts(stage, locale, records);
        const left = texts.filter(text => english.has(text) && isEnglish(text, NAMES));
        const share = ((left.length / texts.length) * 100).toFixed(1);
        console.log(`${locale}: ${share} % of ${texts.length} texts are English`);
        console.log(`  ${[...new Set(left)].join(' | ')}`);
      }
    },
  ],
];

/** Reads the texts of all pages in one language. */
async function readTexts(stage: Stage, locale: string, records: Record<string, string>): Promise<string[]> {
  const { page, go, follow, server } = stage;
  await page.context().addCookies([{ name: 'perkmint_locale', value: locale, url: server.url }]);
  const texts: string[] = [];
  for (const [index, path] of PATHS.entries()) {
    await (index === 0 ? go : follow)(fillPath(path, records));
    texts.push(...(await page.evaluate(listTexts, NO_TEXTS)).filter(text => /\p{L}{3}/u.test(text)));
  }
  return texts;
}
