import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { buildSecurityText, SECURITY_TEXT_PATH } from '../describe/manifests.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { getPublicUrl } from '../installation/service.ts';
import { findRequestLocale } from '../pages/locale.ts';
import { toUtc } from '../platform/clock.ts';
import { DateTime, Id, MAX } from '../platform/schema.ts';
import { HealthChecks } from '../system/checks-model.ts';
import { EXPOSITION_TYPE } from '../system/exposition.ts';
import {
  AddressCheck,
  AuditEntry,
  Backups,
  Health,
  Readiness,
  UpdateCheck,
  UpdateRequest,
  Updates,
} from '../system/model.ts';
import { checkPublicAddress } from '../system/service/address.ts';
import * as adminActions from '../system/service/audit-log.ts';
import { getHealthChecks } from '../system/service/checks.ts';
import * as system from '../system/service/health.ts';
import { type MetricSources, renderMetrics } from '../system/service/metrics.ts';
import * as backups from '../system/service/offsite.ts';
import { ReadinessCheck } from '../system/service/readiness.ts';
import * as updates from '../system/service/updates.ts';
import { installationOf, perInstallation } from './installation.ts';

const CHECKS_NOTE =
  'For admins and the person who set the installation up; others see the webhooks of their business alone. The sentences are ' +
  'in the language of `Accept-Language`. `perkmint doctor` has more checks, the metric is `perkmint_check_state`.';

const READINESS_NOTE =
  'For load balancers. Responds with 503 while the database does not respond, its migrations are missing, or the server ' +
  'shuts down; the message names the check that failed.';

const BACKUPS_NOTE =
  'For admins and the person who set the installation up. `destination` is that of the setting BACKUP_URL, and `here` are ' +
  'the daily backups in the data folder.';

const UPDATES_NOTE =
  'For admins and the person who set the installation up; others see the version alone. `newer` is what POST /updates/check ' +
  'has found since the start of the server.';

const INSTALL_NOTE =
  'The release is downloaded, verified and tried with a copy of the data, then the server restarts, and responds with 503 ' +
  'meanwhile. If the new version does not work, the former one comes back with all data: `last.state` is then `returned`.';

const AUDIT_NOTE =
  'Contains every change by an admin through the API or the CLI (with the record, the amount and the names of the changed ' +
  'fields), logins to admin accounts, including failed ones, and exports. Entries form a hash chain, which ' +
  '`perkmint audit verify` and `perkmint db check` verify.';

const readinessOf = perInstallation(({ process }) => new ReadinessCheck(process));

export const systemRoutes = new Elysia({ name: 'system', tags: ['Infrastructure'] })
  .use(api)
  .get(
    '/health',
    async ({ ctx, request }) => success(await system.getHealth(ctx, installationOf(request).process)),
    {
      access: 'public',
      tier: 'relaxed',
      response: ok(Health),
      detail: describeRoute('getHealth', 'Check the health of the service and its database', {
        errors: ['UNAVAILABLE'],
      }),
    },
  )
  .get(
    '/health/checks',
    async ({ ctx, query: { businessId, callerTime }, request: { headers } }) => {
      const locale = findRequestLocale(headers) ?? 'en';
      return success(await getHealthChecks(ctx, { businessId, callerTime, locale }));
    },
    {
      access: 'business',
      scope: 'read',
      permission: 'settings',
      tier: 'relaxed',
      query: Type.Object({
        businessId: Type.Optional(Id('Whose webhooks are checked (admins only)')),
        callerTime: Type.Optional(
          DateTime({ description: 'Time of the caller, which is compared with that of the server' }),
        ),
      }),
      response: ok(HealthChecks),
      detail: describeRoute('getHealthChecks', 'Check what needs attention', {
        description: CHECKS_NOTE,
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .get('/ready', async ({ ctx, request }) => success(await readinessOf(request).run(ctx)), {
    access: 'public',
    tier: 'probe',
    response: ok(Readiness),
    detail: describeRoute('getReadiness', 'Check whether this server can handle requests', {
      description: READINESS_NOTE,
      errors: ['UNAVAILABLE'],
    }),
  })
  .get('/public-address/check', async ({ ctx }) => success(await checkPublicAddress(ctx)), {
    access: 'business',
    scope: 'read',
    permission: 'settings',
    tier: 'relaxed',
    response: ok(AddressCheck),
    detail: describeRoute(
      'checkPublicAddress',
      'Check whether the public address leads to this installation',
    ),
  })
  .get('/backups', async ({ ctx }) => success(await backups.getBackups(ctx)), {
    access: 'business',
    scope: 'read',
    permission: 'settings',
    tier: 'relaxed',
    response: ok(Backups),
    detail: describeRoute('getBackups', 'Get the state of the backups', { description: BACKUPS_NOTE }),
  })
  .post('/backups', async ({ ctx }) => success(await backups.requestBackup(ctx)), {
    access: 'business',
    scope: 'manage',
    permission: 'settings',
    tier: 'standard',
    idempotent: true,
    dryRun: false,
    response: ok(Backups),
    detail: describeRoute('requestBackup', 'Send a full backup to the destination', {
      description: 'The server sends it within half a minute. `isRequested` is true until it was sent.',
      errors: ['CONFLICT'],
    }),
  })
  .get('/updates', async ({ ctx }) => success(await updates.getUpdates(ctx)), {
    access: 'business',
    scope: 'read',
    permission: 'settings',
    tier: 'relaxed',
    response: ok(Updates),
    detail: describeRoute('getUpdates', 'Get the version and its updates', { description: UPDATES_NOTE }),
  })
  .put('/updates', async ({ ctx, body }) => success(await updates.setUpdateCheck(ctx, body)), {
    access: 'business',
    scope: 'manage',
    permission: 'settings',
    tier: 'standard',
    idempotent: true,
    body: UpdateCheck,
    response: ok(Updates),
    detail: describeRoute('setUpdateCheck', 'Switch the daily check for updates on or off', {
      description: 'Off at first. A newer release is then mailed once, and shown by GET /health/checks.',
    }),
  })
  .post('/updates/check', async ({ ctx }) => success(await updates.checkForUpdates(ctx)), {
    access: 'business',
    scope: 'manage',
    permission: 'settings',
    tier: 'standard',
    idempotent: true,
    dryRun: false,
    response: ok(Updates),
    detail: describeRoute('checkForUpdates', 'Request the signed list of releases', {
      description: 'The server requests nothing before, unless `checksDaily` is true.',
      errors: ['CONFLICT', 'UPSTREAM_FAILED'],
    }),
  })
  .post('/updates', async ({ ctx, body }) => success(await updates.installUpdate(ctx, body.version)), {
    access: 'business',
    scope: 'manage',
    permission: 'settings',
    tier: 'standard',
    idempotent: true,
    dryRun: false,
    body: UpdateRequest,
    response: ok(Updates),
    detail: describeRoute('installUpdate', 'Update the server to a release', {
      description: INSTALL_NOTE,
      errors: ['CONFLICT', 'RECENT_PROOF_REQUIRED'],
    }),
  })
  .get(
    '/audit',
    async ({ ctx, query: { since, ...query } }) =>
      success(await adminActions.listAdminActions(ctx, { ...query, since: toUtc(since) ?? undefined })),
    {
      access: 'admin',
      scope: 'read',
      tier: 'relaxed',
      query: listQuery({
        actorId: Type.Optional(Type.String({ maxLength: MAX.id, description: 'Filter by admin' })),
        operation: Type.Optional(
          Type.String({ maxLength: MAX.name, description: 'Filter by operation or command' }),
        ),
        target: Type.Optional(Type.String({ maxLength: MAX.name, description: 'Filter by record ID' })),
        since: Type.Optional(DateTime({ description: 'Only entries at or after this time' })),
      }),
      response: page(AuditEntry),
      detail: describeRoute('listAuditEntries', 'List admin actions, newest first', {
        description: AUDIT_NOTE,
      }),
    },
  );

/** Serves GET /metrics for the operator; outside the API and hidden from its description. */
export const metricsRoute = new Elysia({ name: 'metrics' }).use(api).get(
  '/metrics',
  async ({ ctx, request }) => {
    const metrics = installationOf(request).metrics as MetricSources;
    const text = await renderMetrics(ctx, metrics, request.headers.get('authorization'));
    return new Response(text, { headers: { 'Content-Type': EXPOSITION_TYPE } });
  },
  { access: 'public', tier: 'relaxed', detail: { hide: true } },
);

/** Serves the contact for reports of vulnerabilities (RFC 9116). */
export const securityTextRoute = new Elysia({ name: 'security-text' }).use(api).get(
  SECURITY_TEXT_PATH,
  async ({ ctx }) => {
    const text = buildSecurityText(await getPublicUrl(ctx), ctx.config.securityContact, ctx.clock.now());
    return new Response(text, { headers: { 'Content-Type': 'text/plain;charset=utf-8' } });
  },
  { access: 'public', tier: 'relaxed', detail: { hide: true } },
);
