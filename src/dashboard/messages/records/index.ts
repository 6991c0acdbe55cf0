import { defineArea } from '../area.ts';
import type en from './en.json';

/** The lists of submissions and rewards, and the page of a reward with its dialogs. */
export const records = defineArea<typeof en>(locale => import(`./${locale}.json`));
