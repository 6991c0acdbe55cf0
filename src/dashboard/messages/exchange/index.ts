import { defineArea } from '../area.ts';
import type en from './en.json';

/** The perk exchange for a business: perks, order book and orders. */
export const exchange = defineArea<typeof en>(locale => import(`./${locale}.json`));
