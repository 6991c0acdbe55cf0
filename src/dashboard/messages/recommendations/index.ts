import { defineArea } from '../area.ts';
import type en from './en.json';

/** Recommendations from the data of a business. */
export const recommendations = defineArea<typeof en>(locale => import(`./${locale}.json`));
