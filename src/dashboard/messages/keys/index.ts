import { defineArea } from '../area.ts';
import type en from './en.json';

/** The API keys of a business. */
export const keys = defineArea<typeof en>(locale => import(`./${locale}.json`));
