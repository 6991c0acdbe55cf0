import { defineArea } from '../area.ts';
import type en from './en.json';

/** Links for calendars and spreadsheets, in Team and settings. */
export const links = defineArea<typeof en>(locale => import(`./${locale}.json`));
