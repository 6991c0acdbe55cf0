import { and, eq } from 'drizzle-orm';
import { type MailRow, mailOutbox } from '../../db/schema/mailings.ts';
import type { Overrides } from '../../src/app.ts';
import { createMail } from '../../src/platform/mail.ts';
import {
  createLaunchedCampaign,
  createSubmission,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

export const PUBLIC_URL = 'https://perks.example';

/** A test app with a real mail server, and a campaign of Blue Cup. */
export interface MailSetup extends Setup {
  server: MailServer;
  campaignId: string;
  /** Follows all events and sends all due mails. */
  deliver(): Promise<void>;
}

export async function setupMails(overrides: Overrides = {}): Promise<MailSetup> {
  const server = await startMailServer();
  const mail = createMail(server.url, 'Perkmint <noreply@perks.example>');
  const base = await setup({ PUBLIC_URL }, { mail, ...overrides });
  const campaign = await createLaunchedCampaign(base, { name: 'Morning cup', limits: { perUser: 99 } });
  return {
    ...base,
    server,
    campaignId: campaign.id,
    deliver: () => base.app.mailWorker.drain(),
    close: async () => {
      await base.close();
      await server.close();
    },
  };
}

/** Ada submits proof, and Blue Cup decides. @returns the submission's ID */
export async function decide(
  ctx: MailSetup,
  action: 'approve' | 'reject',
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { id } = await createSubmission(ctx, ctx.campaignId, { as: ctx.ada.token });
  await reviewSubmission(ctx, id, action, fields);
  return id;
}

export async function changeSettings(ctx: Setup, body: object, as = ctx.ada.token) {
  return await ctx.call('PUT', '/account/notifications', body, { as });
}

export async function getSettings(ctx: Setup, as = ctx.ada.token): Promise<Json> {
  return (await ctx.call('GET', '/account/notifications', undefined, { as })).data;
}

/** The stored mails to a person of one kind. */
export async function readOutbox(ctx: Setup, userId: string, kind: string): Promise<MailRow[]> {
  const { reader } = ctx.app.services.database;
  const where = and(eq(mailOutbox.userId, userId), eq(mailOutbox.kind, kind));
  return await reader.select().from(mailOutbox).where(where).orderBy(mailOutbox.id).all();
}
