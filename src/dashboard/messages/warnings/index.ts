import { defineArea } from '../area.ts';
import type en from './en.json';

/** Policy warnings of a campaign. */
export const warnings = defineArea<typeof en>(locale => import(`./${locale}.json`));
