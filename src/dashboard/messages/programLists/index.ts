import { defineArea } from '../area.ts';
import type en from './en.json';

/** Visits, cashback, purchases and refunds of a program or a member. */
export const programLists = defineArea<typeof en>(locale => import(`./${locale}.json`));
