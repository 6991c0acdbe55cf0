import { defineArea } from '../area.ts';
import type en from './en.json';

/** The public pages of shops and campaigns. */
export const offer = defineArea<typeof en>(locale => import(`./${locale}.json`));
