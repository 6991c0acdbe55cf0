import { defineArea } from '../area.ts';
import type en from './en.json';

/** The list of campaigns, its filters, and the actions of a campaign. */
export const campaigns = defineArea<typeof en>(locale => import(`./${locale}.json`));
