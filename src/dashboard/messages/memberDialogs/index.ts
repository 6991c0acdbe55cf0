import { defineArea } from '../area.ts';
import type en from './en.json';

/** Dialogs about a member. */
export const memberDialogs = defineArea<typeof en>(locale => import(`./${locale}.json`));
