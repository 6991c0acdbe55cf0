import { defineArea } from '../area.ts';
import type en from './en.json';

/** The steps to the first redeemed reward. */
export const firstSteps = defineArea<typeof en>(locale => import(`./${locale}.json`));
