import { defineArea } from '../area.ts';
import type en from './en.json';

/** The forms that create and edit a campaign. */
export const campaignForm = defineArea<typeof en>(locale => import(`./${locale}.json`));
