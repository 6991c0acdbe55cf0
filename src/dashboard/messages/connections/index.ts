import { defineArea } from '../area.ts';
import type en from './en.json';

/** The platform accounts of a business. */
export const connections = defineArea<typeof en>(locale => import(`./${locale}.json`));
