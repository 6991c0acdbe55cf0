import { defineArea } from '../area.ts';
import type en from './en.json';

/** The rules of platforms and of law for a campaign: warnings, launching, changed rules and the compliance card. */
export const policy = defineArea<typeof en>(locale => import(`./${locale}.json`));
