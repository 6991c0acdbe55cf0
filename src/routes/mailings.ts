import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { MAIL_STATES } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, severalOf } from '../http/paginate.ts';
import { MAIL_KINDS } from '../mailings/kinds-model.ts';
import {
  Mail,
  MailPreview,
  NotificationSettings,
  NotificationSettingsChange,
  TestMail,
} from '../mailings/model.ts';
import { listMails } from '../mailings/service/outbox.ts';
import { getSettings, updateSettings } from '../mailings/service/preferences.ts';
import { previewMail, testMail } from '../mailings/service/preview.ts';
import { Id, oneOf } from '../platform/schema.ts';

const BusinessId = Type.Optional(Id('Business ID (admins only)'));
const ofBusiness = Type.Object({ businessId: BusinessId });
const byKind = Type.Object({ kind: oneOf(MAIL_KINDS) });

export const mailingRoutes = new Elysia({ name: 'mailings', tags: ['Mail'] })
  .use(api)
  .get('/account/notifications', async ({ ctx }) => success(await getSettings(ctx)), {
    access: 'person',
    scope: 'read',
    tier: 'relaxed',
    response: ok(NotificationSettings),
    detail: describeRoute('getNotificationSettings', 'Get which mails you receive, and when'),
  })
  .put('/account/notifications', async ({ ctx, body }) => success(await updateSettings(ctx, body)), {
    access: 'person',
    scope: 'manage',
    tier: 'standard',
    idempotent: true,
    body: NotificationSettingsChange,
    response: ok(NotificationSettings),
    detail: describeRoute('updateNotificationSettings', 'Choose which mails you receive, and when', {
      description:
        'Each choice is stored with its time, its source and the version of the wording. During quiet hours, mails wait until they end.',
    }),
  })
  .get('/business/mails', async ({ ctx, query }) => success(await listMails(ctx, query)), {
    access: 'business',
    scope: 'read',
    permission: 'settings',
    tier: 'relaxed',
    query: listQuery({
      state: severalOf(MAIL_STATES),
      kind: severalOf(MAIL_KINDS),
      businessId: BusinessId,
    }),
    response: page(Mail),
    detail: describeRoute('listMails', 'List the mails of your business, newest first', {
      description:
        'Without a mail server, this shows the mails that would have been sent. Mails are kept for 90 days.',
    }),
  })
  .get(
    '/business/mails/:kind/preview',
    async ({ ctx, params, query }) => success(await previewMail(ctx, { ...query, ...params })),
    {
      access: 'business',
      scope: 'read',
      permission: 'settings',
      tier: 'relaxed',
      params: byKind,
      query: ofBusiness,
      response: ok(MailPreview),
      detail: describeRoute('previewMail', 'Get a kind of mail with sample values, as text and HTML', {
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .post(
    '/business/mails/:kind/test',
    async ({ ctx, params, query }) => success(await testMail(ctx, { ...query, ...params })),
    {
      access: 'businessUser',
      scope: 'manage',
      permission: 'settings',
      tier: 'standard',
      idempotent: true,
      dryRun: false,
      params: byKind,
      query: ofBusiness,
      response: ok(TestMail),
      detail: describeRoute('testMail', 'Send a kind of mail with sample values to yourself', {
        errors: ['NOT_FOUND', 'NOT_CONFIGURED', 'UPSTREAM_FAILED'],
      }),
    },
  );
