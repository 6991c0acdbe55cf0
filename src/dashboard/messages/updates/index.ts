import { defineArea } from '../area.ts';
import type en from './en.json';

/** The version of the installation and its updates, in the settings. */
export const updates = defineArea<typeof en>(locale => import(`./${locale}.json`));
