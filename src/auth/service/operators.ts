import type { Ctx } from '../../context.ts';
import { findFounder } from '../../installation/service.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import { createFormatter } from '../../platform/message-format.ts';
import { sendUrgently } from '../../urgent-mails/service.ts';
import { AUTH_TEXTS } from '../messages/index.ts';
import * as store from '../store.ts';
import { chooseLocale, writeMail } from './letters.ts';

/** How long the mail is retried. */
const ATTEMPTS_MS = DAY_MS;
const MINUTE_LENGTH = 16;

/** A destination to which no backup can be sent. */
interface FailingBackup {
  destination: string;
  /** The newest moment at the destination, or the first failure, as an ISO time. */
  since: string;
  reason: string;
}

/** Mails admins, and the person who set the installation up, that backups don't leave the machine. @returns how many */
export async function mailFailingBackup(ctx: Ctx, { since, ...failing }: FailingBackup): Promise<number> {
  const people = await store.listOperators(ctx.db, (await findFounder(ctx)) ?? null);
  const time = `${since.slice(0, MINUTE_LENGTH).replace('T', ' ')} UTC`;
  for (const person of people) {
    const locale = await chooseLocale(ctx, person);
    const texts = AUTH_TEXTS[locale].backup;
    const format = createFormatter(locale);
    const values = { ...failing, time };
    const message = await writeMail(ctx, {
      to: person.email,
      locale,
      subject: texts.subject,
      blocks: [
        { type: 'paragraph', text: format(texts.intro, values) },
        { type: 'paragraph', text: format(texts.reason, values) },
        { type: 'button', label: texts.button, path: '/dashboard/settings?section=backups' },
      ],
    });
    await sendUrgently(ctx, message, iso(ctx.clock.now() + ATTEMPTS_MS));
  }
  return people.length;
}
