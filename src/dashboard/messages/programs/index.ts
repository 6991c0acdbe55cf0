import { defineArea } from '../area.ts';
import type en from './en.json';

/** The list and page of programs, and what they offer in short phrases. */
export const programs = defineArea<typeof en>(locale => import(`./${locale}.json`));
