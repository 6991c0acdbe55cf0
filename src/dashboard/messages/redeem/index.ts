import { defineArea } from '../area.ts';
import type en from './en.json';

/** A reward before it is redeemed at the counter. */
export const redeem = defineArea<typeof en>(locale => import(`./${locale}.json`));
