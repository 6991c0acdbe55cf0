import { defineArea } from '../area.ts';
import type en from './en.json';

/** The counter report: figures by person and place. */
export const counterReport = defineArea<typeof en>(locale => import(`./${locale}.json`));
