import { defineArea } from '../area.ts';
import type en from './en.json';

/** Dialogs and details of the review queue that are loaded when they are needed. */
export const reviewParts = defineArea<typeof en>(locale => import(`./${locale}.json`));
