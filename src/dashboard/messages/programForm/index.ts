import { defineArea } from '../area.ts';
import type en from './en.json';

/** Creating a program, and the form of its terms and referral rewards. */
export const programForm = defineArea<typeof en>(locale => import(`./${locale}.json`));
