import { defineArea } from '../area.ts';
import type en from './en.json';

/** Links and QR codes of campaigns and programs. */
export const share = defineArea<typeof en>(locale => import(`./${locale}.json`));
