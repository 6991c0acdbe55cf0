import { defineArea } from '../area.ts';
import type en from './en.json';

/** Corrections of a member's balances. */
export const memberCorrections = defineArea<typeof en>(locale => import(`./${locale}.json`));
