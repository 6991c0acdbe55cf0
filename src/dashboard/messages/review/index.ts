import { defineArea } from '../area.ts';
import type en from './en.json';

/** The review queue: the list, the current submission and its decision. */
export const review = defineArea<typeof en>(locale => import(`./${locale}.json`));
