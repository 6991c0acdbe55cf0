import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { LOCALES } from '../../src/platform/locales.ts';
import { sample } from '../support/long-run.ts';

const PAGE = join(import.meta.dir, '../support/page-amounts.ts');
/** Regions that write amounts in other ways than the first one of their language. */
const REGIONS = {
  en: ['en-US', 'en-IN', 'en-ZA', 'en-CH'],
  de: ['de-DE', 'de-CH', 'de-AT', 'de-LI'],
  es: ['es-ES', 'es-MX', 'es-CO', 'es-CR'],
  fr: ['fr-FR', 'fr-CA', 'fr-BE', 'fr-MA', 'fr-CH'],
  pt: ['pt-BR', 'pt-PT', 'pt-CH'],
  it: ['it-IT', 'it-CH'],
  nl: ['nl-NL', 'nl-BE'],
  pl: ['pl-PL'],
  tr: ['tr-TR'],
  ar: ['ar-EG', 'ar-AE', 'ar-MA', 'ar-SA'],
};
/** A short run takes every sixth, because a page takes a quarter of a second. */
const STEP = 6;
const TAGS = sample(
  LOCALES.flatMap(locale => REGIONS[locale].map(tag => [locale, tag] as const)),
  STEP,
);
/** The sign of a French page in Switzerland is a point in amounts and a comma elsewhere, so that the page asks. */
const ASKED = /^-?[1-9]\d{0,2}\.\d{3}\s/;

test.each(TAGS)('a page in %s reads amounts of all currencies as %s writes them', async (locale, tag) => {
  const page = Bun.spawn([process.execPath, PAGE, locale, tag], { stdout: 'pipe', stderr: 'inherit' });
  const { read, misread } = await new Response(page.stdout).json();
  expect(read).toBeGreaterThan(6_000);
  expect(misread.filter(([text]: [string]) => tag !== 'fr-CH' || !ASKED.test(text))).toEqual([]);
});
