import { defineArea } from '../area.ts';
import type en from './en.json';

/** The address at which customers reach the server. */
export const publicAddress = defineArea<typeof en>(locale => import(`./${locale}.json`));
