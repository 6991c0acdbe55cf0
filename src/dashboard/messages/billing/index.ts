import { defineArea } from '../area.ts';
import type en from './en.json';

/** The plan, usage, invoices and top-ups of a business. */
export const billing = defineArea<typeof en>(locale => import(`./${locale}.json`));
