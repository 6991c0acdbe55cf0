import { defineArea } from '../area.ts';
import type en from './en.json';

/** Texts of pages without a connection. */
export const offline = defineArea<typeof en>(locale => import(`./${locale}.json`));
