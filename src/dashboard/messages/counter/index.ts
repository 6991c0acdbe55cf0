import { defineArea } from '../area.ts';
import type en from './en.json';

/** The counter: finding members and codes, stamps, purchases, redemptions and taking them back. */
export const counter = defineArea<typeof en>(locale => import(`./${locale}.json`));
