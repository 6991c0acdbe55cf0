import { defineArea } from '../area.ts';
import type en from './en.json';

/** Dialogs with secrets, and exports. */
export const tools = defineArea<typeof en>(locale => import(`./${locale}.json`));
