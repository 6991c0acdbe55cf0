import { defineArea } from '../area.ts';
import type en from './en.json';

/** The influencers of a business, their accounts and prices. */
export const influencers = defineArea<typeof en>(locale => import(`./${locale}.json`));
