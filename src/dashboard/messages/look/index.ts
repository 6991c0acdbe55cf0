import { defineArea } from '../area.ts';
import type en from './en.json';

/** The logo, color and account names of a shop. */
export const look = defineArea<typeof en>(locale => import(`./${locale}.json`));
