import { Elysia } from 'elysia';
import { api, doc } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
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
