import { defineArea } from '../area.ts';
import type en from './en.json';

/** The customer's memberships: card, stamps, points, cashback and rewards for points. */
export const membership = defineArea<typeof en>(locale => import(`./${locale}.json`));
