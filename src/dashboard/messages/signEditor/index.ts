import { defineArea } from '../area.ts';
import type en from './en.json';

/** The sign of a campaign: sizes, printing and download. */
export const signEditor = defineArea<typeof en>(locale => import(`./${locale}.json`));
