import { defineArea } from '../area.ts';
import type en from './en.json';

/** The country, time zone, language and currency of a shop. */
export const locality = defineArea<typeof en>(locale => import(`./${locale}.json`));
