import { defineArea } from '../area.ts';
import type en from './en.json';

/** The planner: budget, goals, the plan and its campaigns. */
export const planner = defineArea<typeof en>(locale => import(`./${locale}.json`));
