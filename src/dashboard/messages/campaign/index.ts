import { defineArea } from '../area.ts';
import type en from './en.json';

/** The page of a campaign: figures, results and terms. */
export const campaign = defineArea<typeof en>(locale => import(`./${locale}.json`));
