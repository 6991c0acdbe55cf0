import { defineArea } from '../area.ts';
import type en from './en.json';

/** The second factor of an account. */
export const security = defineArea<typeof en>(locale => import(`./${locale}.json`));
