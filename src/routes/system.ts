import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { toUtc } from '../platform/clock.ts';
import { DateTime, MAX } from '../platform/schema.ts';
import { EXPOSITION_TYPE } from '../system/exposition.ts';
import { AuditEntry, Health } from '../system/model.ts';
import * as adminActions from '../system/service/audit-log.ts';
import * as system from '../system/service/health.ts';
import { type MetricSources, renderMetrics } from '../system/service/metrics.ts';

export function systemRoutes(process: system.ProcessInfo) {
  return new Elysia({ name: 'system', tags: ['Infrastructure'] })
    .use(api)
    .get('/health', ({ ctx }) => success(system.getHealth(ctx, process)), {
      access: 'public',
      tier: 'relaxed',
      response: ok(Health),
      detail: describeRoute('getHealth', 'Check the health of the service and its database', {
        errors: ['UNAVAILABLE'],
      }),
    })
    .get(
      '/audit',
      ({ ctx, query: { since, ...query } }) =>
        success(adminActions.listAdminActions(ctx, { ...query, since: toUtc(since) ?? undefined })),
      {
        access: 'admin',
        scope: 'read',
        tier: 'relaxed',
        query: listQuery({
          actorId: Type.Optional(Type.String({ maxLength: MAX.id, description: 'Only what this admin did' })),
          operation: Type.Optional(
            Type.String({ maxLength: MAX.name, description: 'Only this operation or command' }),
          ),
          target: Type.Optional(
            Type.String({ maxLength: MAX.name, description: 'Only what was done to this record' }),
          ),
          since: Type.Optional(DateTime({ description: 'Only from this time on' })),
        }),
        response: page(AuditEntry),
        detail: describeRoute('listAuditEntries', 'List what admins did, newest first', {
          description: AUDIT_NOTE,
        }),
      },
    );
}

const AUDIT_NOTE =
  'Each change by an admin, by request or by command, with the record, the amount and the names of the fields that were ' +
  'given; logins to accounts of admins, those that failed too; exports. Entries are chained by their hashes, which ' +
  '`perkmint audit verify` and `perkmint db check` follow.';

/** GET /metrics, outside the API and hidden from its description: it is for whoever runs the installation. */
export function metricsRoutes(meter: MetricSources) {
  return new Elysia({ name: 'metrics' }).use(api).get(
    '/metrics',
    ({ ctx, request }) => {
      const text = renderMetrics(ctx, meter, request.headers.get('authorization'));
      return new Response(text, { headers: { 'Content-Type': EXPOSITION_TYPE } });
    },
    { access: 'public', tier: 'relaxed', detail: { hide: true } },
  );
}
