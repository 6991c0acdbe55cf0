import { defineArea } from '../area.ts';
import type en from './en.json';

export const numbers = defineArea<typeof en>(locale => import(`./${locale}.json`));
