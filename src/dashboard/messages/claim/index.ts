import { defineArea } from '../area.ts';
import type en from './en.json';

/** Cards that the shop created: enrolling and handing over at the counter, and claiming. */
export const claim = defineArea<typeof en>(locale => import(`./${locale}.json`));
