import { defineArea } from '../area.ts';
import type en from './en.json';

/** The user's account: profile, password, devices and connected platforms. Without du or Sie, because both sides use it. */
export const account = defineArea<typeof en>(locale => import(`./${locale}.json`));
