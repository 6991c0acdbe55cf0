import { defineArea } from '../area.ts';
import type en from './en.json';

/** The customer's perks: market, orders, trades and codes. */
export const market = defineArea<typeof en>(locale => import(`./${locale}.json`));
