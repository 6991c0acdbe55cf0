import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import { describeMailError } from '../../platform/mail-error.ts';
import type { MailKind } from '../kinds-model.ts';
import type { MailPreview, TestMail } from '../model.ts';
import * as store from '../store.ts';
import { getTemplate } from '../templates/index.ts';
import { compose } from './compose.ts';

/** Test mails per address and hour. */
const MAX_TESTS_PER_HOUR = 10;

interface PreviewQuery {
  kind: MailKind;
  businessId?: string;
}

/** Returns a kind of mail as the business's customers get it, with sample values. @throws NOT_FOUND */
export async function previewMail(ctx: Ctx, query: PreviewQuery): Promise<MailPreview> {
  const { kind } = query;
  const { fromName: from, subject, text, html } = await composeSample(ctx, query);
  return { kind, from, subject, text, html };
}

/**
 * Sends a kind of mail with sample values to the caller.
 * @throws NOT_CONFIGURED without a mail server, RATE_LIMITED after too many, UPSTREAM_FAILED if the mail server refuses
 */
export async function testMail(ctx: Ctx, query: PreviewQuery): Promise<TestMail> {
  const message = await composeSample(ctx, query);
  if (!ctx.mail.isConfigured)
    throw new AppError('NOT_CONFIGURED', 'This installation has no mail server; set SMTP_URL');
  if (!(await ctx.recipientLimit.consume(`test mail ${message.to}`, MAX_TESTS_PER_HOUR)))
    throw new AppError('RATE_LIMITED', 'Too many test mails were sent; retry in an hour');
  try {
    await ctx.mail.send({ ...message, subject: `[Test] ${message.subject}` });
  } catch (cause) {
    throw new AppError('UPSTREAM_FAILED', `The mail server did not accept it (${describeMailError(cause)})`);
  }
  return { sentTo: message.to };
}

async function composeSample(ctx: Ctx, { kind, businessId: named }: PreviewQuery) {
  const businessId = await businesses.resolveBusinessId(ctx, named);
  const self = await store.findRecipient(ctx.db, { userId: ctx.actor.id, kind });
  const unknown = { id: ctx.actor.id, email: '', locale: null };
  const to = { ...(self ?? unknown), isProven: true };
  return await compose(ctx, to, { businessId, kind, data: getTemplate(kind).sample(nowIso(ctx.clock)) });
}
