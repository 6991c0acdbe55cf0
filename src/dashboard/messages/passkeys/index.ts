import { defineArea } from '../area.ts';
import type en from './en.json';

/** Passkeys. */
export const passkeys = defineArea<typeof en>(locale => import(`./${locale}.json`));
