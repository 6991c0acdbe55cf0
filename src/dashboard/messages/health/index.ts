import { defineArea } from '../area.ts';
import type en from './en.json';

/** The checks of the installation. */
export const health = defineArea<typeof en>(locale => import(`./${locale}.json`));
