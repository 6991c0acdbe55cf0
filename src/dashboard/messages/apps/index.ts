import { defineArea } from '../area.ts';
import type en from './en.json';

/** The apps that people connect to a business, and the page on which they do. */
export const apps = defineArea<typeof en>(locale => import(`./${locale}.json`));
