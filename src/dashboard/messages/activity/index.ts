import { defineArea } from '../area.ts';
import type en from './en.json';

/** Sentences about events, each before the name of its record. */
export const activity = defineArea<typeof en>(locale => import(`./${locale}.json`));
