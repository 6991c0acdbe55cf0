import { defineArea } from '../area.ts';
import type en from './en.json';

/** The set-up of a shop, and the campaigns that it offers. */
export const setup = defineArea<typeof en>(locale => import(`./${locale}.json`));
