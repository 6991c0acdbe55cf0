import { defineArea } from '../area.ts';
import type en from './en.json';

/** The notifications of a business. */
export const notices = defineArea<typeof en>(locale => import(`./${locale}.json`));
