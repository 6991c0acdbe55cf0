import { defineArea } from '../area.ts';
import type en from './en.json';

/** Signing in and up, new passwords, and the dialogs about the session. */
export const sign = defineArea<typeof en>(locale => import(`./${locale}.json`));
