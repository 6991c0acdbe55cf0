import { namePlatform } from '../platform/brand-names.ts';
import type { Locale } from '../platform/locales.ts';
import { createFormatter, type FormatText } from '../platform/message-format.ts';
import en from './messages/en.json';
import type { Action } from './model.ts';

/** The texts of the library by their English ones, so that a text which is not the library's own stays as it is. */
interface Catalog {
  /** Names as tasks, with {shop} where they name the business. */
  tasks: Readonly<Record<string, string>>;
  /** The sentences of warnings. */
  warnings: typeof en.warnings;
  /** Names, descriptions and the notes about rules; empty in English. */
  texts: Readonly<Record<string, string>>;
}

type ActionTexts = Pick<Action, 'name' | 'task' | 'description'> &
  Partial<Pick<Action, 'policyNote' | 'rewardableNote'>>;
export type TranslateAction = <A extends ActionTexts>(action: A) => A;

/** How the library writes in one language. */
export interface LibraryTexts {
  locale: Locale;
  warnings: Catalog['warnings'];
  format: FormatText;
  /** Names a platform: by its identifier in English, which API clients read, and as it writes itself in other languages. */
  namePlatform(platform: string): string;
  /** Translates the texts of an action. */
  translate: TranslateAction;
  /** Returns a text in the language; undefined if it has none. */
  find(text: string): string | undefined;
}

/** Loaded on first use, because most installations use few languages. */
const CATALOGS: Record<Exclude<Locale, 'en'>, () => Promise<{ default: Catalog }>> = {
  de: () => import('./messages/de.json'),
  es: () => import('./messages/es.json'),
  fr: () => import('./messages/fr.json'),
  pt: () => import('./messages/pt.json'),
  it: () => import('./messages/it.json'),
  nl: () => import('./messages/nl.json'),
  pl: () => import('./messages/pl.json'),
  tr: () => import('./messages/tr.json'),
  ar: () => import('./messages/ar.json'),
};
const TASKS: Catalog['tasks'] = en.tasks;

/** Returns the task of an action by its English name, such as "Mention {shop} in your Story". */
export function toTask(name: string): string {
  return TASKS[name] ?? name;
}

let english: LibraryTexts | undefined;

/** Returns the English texts. */
export function getEnglishTexts(): LibraryTexts {
  english ??= {
    locale: 'en',
    warnings: en.warnings,
    format: createFormatter('en'),
    namePlatform: platform => platform,
    translate: action => action,
    find: text => text,
  };
  return english;
}

/** Loads the texts of a language; without one, the English ones. */
export async function loadLibraryTexts(locale: Locale = 'en'): Promise<LibraryTexts> {
  if (locale === 'en') return getEnglishTexts();
  const { tasks, texts, warnings } = (await CATALOGS[locale]()).default;
  const translate = (text: string) => texts[text] ?? text;
  return {
    locale,
    warnings,
    format: createFormatter(locale),
    namePlatform,
    find: text => texts[text],
    translate: action => ({
      ...action,
      name: translate(action.name),
      task: tasks[action.name] ?? translate(action.name),
      description: translate(action.description),
      ...(action.policyNote === undefined ? {} : { policyNote: translate(action.policyNote) }),
      ...(action.rewardableNote === undefined ? {} : { rewardableNote: translate(action.rewardableNote) }),
    }),
  };
}
