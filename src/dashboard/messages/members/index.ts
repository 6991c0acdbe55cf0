import { defineArea } from '../area.ts';
import type en from './en.json';

/** The members of a program, the page of a member, and their dialogs. */
export const members = defineArea<typeof en>(locale => import(`./${locale}.json`));
