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

/** The topics of mails to operators, each with the section of the settings that shows more. */
const SECTIONS = { backup: 'backups', certificate: 'address', noCertificate: 'address' } as const;

/**
 * Mails admins, and the person who set the installation up, that something needs them.
 * @param values the words of the text; `time` is an ISO time
 * @returns how many people
 */
export async function mailOperators(
  ctx: Ctx,
  topic: keyof typeof SECTIONS,
  { time = '', ...values }: { reason: string; time?: string } & Record<string, string>,
): Promise<number> {
  const people = await store.listOperators(ctx.db, (await findFounder(ctx)) ?? null);
  const words = { ...values, time: `${time.slice(0, MINUTE_LENGTH).replace('T', ' ')} UTC` };
  for (const person of people) {
    const locale = await chooseLocale(ctx, person);
    const texts = AUTH_TEXTS[locale].operators;
    const { subject, intro, button } = texts[topic];
    const format = createFormatter(locale);
    const message = await writeMail(ctx, {
      to: person.email,
      locale,
      subject,
      blocks: [
        { type: 'paragraph', text: format(intro, words) },
        { type: 'paragraph', text: format(texts.reason, words) },
        { type: 'button', label: button, path: `/dashboard/settings?section=${SECTIONS[topic]}` },
      ],
    });
    await sendUrgently(ctx, message, iso(ctx.clock.now() + ATTEMPTS_MS));
  }
  return people.length;
}
