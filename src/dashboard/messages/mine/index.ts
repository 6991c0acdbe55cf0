import { defineArea } from '../area.ts';
import type en from './en.json';

/** The customer's home page and submissions. */
export const mine = defineArea<typeof en>(locale => import(`./${locale}.json`));
