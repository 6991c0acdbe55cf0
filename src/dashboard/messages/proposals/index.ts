import { defineArea } from '../area.ts';
import type en from './en.json';

/** The requests of agents that wait for a person. */
export const proposals = defineArea<typeof en>(locale => import(`./${locale}.json`));
