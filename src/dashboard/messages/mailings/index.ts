import { defineArea } from '../area.ts';
import type en from './en.json';

/** The mails of a shop: how they look, and which were sent. */
export const mailings = defineArea<typeof en>(locale => import(`./${locale}.json`));
