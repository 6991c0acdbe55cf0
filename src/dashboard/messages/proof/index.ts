import { defineArea } from '../area.ts';
import type en from './en.json';

/** The form that sends proof, and what became of a submission. */
export const proof = defineArea<typeof en>(locale => import(`./${locale}.json`));
