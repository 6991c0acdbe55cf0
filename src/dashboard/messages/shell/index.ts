import { defineArea } from '../area.ts';
import type en from './en.json';

/** Texts that English takes from the routes and the API. */
interface Dictionaries {
  /** Titles and menu labels of the routes by their English text. */
  titles: Record<string, string>;
  /** Messages by the API's error code. */
  errors: Record<string, string>;
  /** States of records by their name in the API. */
  states: Record<string, string>;
}

type Shell = Omit<typeof en, keyof Dictionaries> & Dictionaries;

/** The frame of all pages and the shared components. */
export const shell = defineArea<Shell>(locale => import(`./${locale}.json`));
