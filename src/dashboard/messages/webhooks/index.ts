import { defineArea } from '../area.ts';
import type en from './en.json';

/** The webhook endpoints of a business and their deliveries. */
export const webhooks = defineArea<typeof en>(locale => import(`./${locale}.json`));
