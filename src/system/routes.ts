import { Elysia } from 'elysia';
import { api, doc } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
import { EXPOSITION_TYPE } from './exposition.ts';
import { type Meter, metrics } from './metrics.ts';
import { Health } from './model.ts';
import * as system from './service.ts';

export function systemRoutes(process: system.Process) {
  return new Elysia({ name: 'system', tags: ['Infrastructure'] })
    .use(api)
    .get('/health', ({ ctx }) => success(system.health(ctx, process)), {
      access: 'public',
      tier: 'relaxed',
      response: ok(Health),
      detail: doc('getHealth', 'Is the service up, and does its database answer?', {
        errors: ['UNAVAILABLE'],
      }),
    });
}

/** GET /metrics, outside the API and hidden from its description: it is for whoever runs the installation. */
export function metricsRoutes(meter: Meter) {
  return new Elysia({ name: 'metrics' }).use(api).get(
    '/metrics',
    ({ ctx, request }) => {
      const text = metrics(ctx, meter, request.headers.get('authorization'));
      return new Response(text, { headers: { 'Content-Type': EXPOSITION_TYPE } });
    },
    { access: 'public', tier: 'relaxed', detail: { hide: true } },
  );
}
