import { defineArea } from '../area.ts';
import type en from './en.json';

/** Fields for an email address, a password and a mailed code, in the forms that sign in or sign up. */
export const credentials = defineArea<typeof en>(locale => import(`./${locale}.json`));
