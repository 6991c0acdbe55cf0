import { defineArea } from '../area.ts';
import type en from './en.json';

/** The places of a business and their shared devices. */
export const places = defineArea<typeof en>(locale => import(`./${locale}.json`));
