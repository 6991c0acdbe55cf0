import { defineArea } from '../area.ts';
import type en from './en.json';

/** The overview: figures, first steps and recent activity. */
export const overview = defineArea<typeof en>(locale => import(`./${locale}.json`));
