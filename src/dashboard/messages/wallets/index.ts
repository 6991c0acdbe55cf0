import { defineArea } from '../area.ts';
import type en from './en.json';

/** The wallets of phones: the accounts and the steps to them. */
export const wallets = defineArea<typeof en>(locale => import(`./${locale}.json`));
