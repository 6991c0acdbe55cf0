import { defineArea } from '../area.ts';
import type en from './en.json';

/** The customer's rewards and their codes. */
export const rewards = defineArea<typeof en>(locale => import(`./${locale}.json`));
