import { Elysia } from 'elysia';
import { api, doc } from '../http/api.ts';
import { AnswerCache } from '../http/cached.ts';
import { ok, success } from '../http/envelope.ts';
import { Health } from './model.ts';
import * as system from './service.ts';

/** @param describe the API description, made when it is first asked for */
export function systemRoutes(process: system.Process, describe: () => Promise<unknown>) {
  const cache = new AnswerCache();
  return new Elysia({ name: 'system', tags: ['Infrastructure'] })
    .use(api)
    .get('/health', ({ ctx }) => success(system.health(ctx, process)), {
      access: 'public',
      tier: 'relaxed',
      response: ok(Health),
      detail: doc('getHealth', 'Is the service up, and does its database answer?', {
        errors: ['UNAVAILABLE'],
      }),
    })
    .get(
      '/docs',
      async ({ request }) => {
        const document = await describe();
        return cache.respond(request, 'openapi', () => document);
      },
      {
        access: 'public',
        tier: 'relaxed',
        anyOrigin: true,
        detail: doc('getApiDescription', 'This API as an OpenAPI 3.1 document', {
          cached: true,
          example: { openapi: '3.1.0', info: { title: 'Perkmint' }, paths: {} },
        }),
      },
    );
}
