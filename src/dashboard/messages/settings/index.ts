import { defineArea } from '../area.ts';
import type en from './en.json';

/** The sections of Team and settings, and the form of the business. */
export const settings = defineArea<typeof en>(locale => import(`./${locale}.json`));
