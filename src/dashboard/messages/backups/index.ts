import { defineArea } from '../area.ts';
import type en from './en.json';

/** The backups of the installation, in the settings. */
export const backups = defineArea<typeof en>(locale => import(`./${locale}.json`));
