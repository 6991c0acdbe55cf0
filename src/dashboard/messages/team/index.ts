import { defineArea } from '../area.ts';
import type en from './en.json';

/** The team of a business: invitations, positions and removal. */
export const team = defineArea<typeof en>(locale => import(`./${locale}.json`));
