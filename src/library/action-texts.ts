import type { Locale } from '../platform/locales.ts';
import en from './messages/en.json';
import type { Action } from './model.ts';

/** The texts of actions by their English ones, so that a text which is not the library's own stays as it is. */
interface Catalog {
  /** Names as tasks, with {shop} where they name the business. */
  tasks: Readonly<Record<string, string>>;
  /** Names and descriptions; empty in English. */
  texts: Readonly<Record<string, string>>;
}

type ActionTexts = Pick<Action, 'name' | 'task' | 'description'>;
export type TranslateAction = <A extends ActionTexts>(action: A) => A;

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
const ENGLISH: Catalog = en;

/** Returns the task of an action by its English name, such as "Mention {shop} in your Story". */
export function toTask(name: string): string {
  return ENGLISH.tasks[name] ?? name;
}

/** Returns a function that translates the texts of an action; without a language, they stay English. */
export async function loadActionTexts(locale: Locale = 'en'): Promise<TranslateAction> {
  if (locale === 'en') return action => action;
  const { tasks, texts } = (await CATALOGS[locale]()).default;
  return action => {
    const name = texts[action.name] ?? action.name;
    return {
      ...action,
      name,
      task: tasks[action.name] ?? name,
      description: texts[action.description] ?? action.description,
    };
  };
}
