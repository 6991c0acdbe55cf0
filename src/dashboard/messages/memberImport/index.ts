import { defineArea } from '../area.ts';
import type en from './en.json';

/** Importing members: the file, its columns, the check, the result and earlier imports. */
export const memberImport = defineArea<typeof en>(locale => import(`./${locale}.json`));
