import { defineArea } from '../area.ts';
import type en from './en.json';

/** The page of a reward: its history and dialogs. */
export const rewardPage = defineArea<typeof en>(locale => import(`./${locale}.json`));
