import { defineArea } from '../area.ts';
import type en from './en.json';

/** Shared devices at the counter: signing in by PIN, and the PIN itself. */
export const device = defineArea<typeof en>(locale => import(`./${locale}.json`));
