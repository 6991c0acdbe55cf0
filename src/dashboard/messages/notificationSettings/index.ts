import { defineArea } from '../area.ts';
import type en from './en.json';

/** Which mails and messages on passes a person gets. Without du or Sie for mails, because both sides use it. */
export const notificationSettings = defineArea<typeof en>(locale => import(`./${locale}.json`));
