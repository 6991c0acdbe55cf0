import { defineArea } from '../area.ts';
import type en from './en.json';

/** How to connect assistants and own software. */
export const agents = defineArea<typeof en>(locale => import(`./${locale}.json`));
