import type { Ctx } from '../../context.ts';
import { findFounder } from '../../installation/service.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import type { Locale } from '../../platform/locales.ts';
import type { Letter } from '../../platform/mail-document.ts';
import { sendUrgently } from '../../urgent-mails/service.ts';
import * as store from '../store.ts';
import { chooseLocale, writeMail } from './letters.ts';

/** How long the mail is retried. */
const ATTEMPTS_MS = DAY_MS;

/** Someone who runs the installation. */
export interface Operator {
  email: string;
  locale: Locale;
  businessId: string | null;
}

/** Lists the admins, and the person who set the installation up. */
export async function listOperators(ctx: Ctx): Promise<Operator[]> {
  const people = await store.listOperators(ctx.db, (await findFounder(ctx)) ?? null);
  const operators: Operator[] = [];
  for (const person of people) operators.push({ ...person, locale: await chooseLocale(ctx, person) });
  return operators;
}

/** Returns the business of the person who set the installation up; null if there is none. */
export async function findFounderBusiness(ctx: Ctx): Promise<string | null> {
  const id = await findFounder(ctx);
  return (id !== undefined && (await store.findUser(ctx.db, id))?.businessId) || null;
}

export async function mailOperator(ctx: Ctx, { email, locale }: Operator, letter: Letter): Promise<void> {
  const message = await writeMail(ctx, { to: email, locale, ...letter });
  await sendUrgently(ctx, message, iso(ctx.clock.now() + ATTEMPTS_MS));
}
