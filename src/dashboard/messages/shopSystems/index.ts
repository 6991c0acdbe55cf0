import { defineArea } from '../area.ts';
import type en from './en.json';

/** The shop systems that send orders, and their orders. */
export const shopSystems = defineArea<typeof en>(locale => import(`./${locale}.json`));
