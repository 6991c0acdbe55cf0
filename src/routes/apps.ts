import { Elysia } from 'elysia';
import { Approval, Approved, AuthorizationRequest, ConsentAnswer, type Form } from '../apps/model.ts';
import { describeResource, describeServer, PATHS } from '../apps/rules/metadata.ts';
import { refuse } from '../apps/rules/requests.ts';
import { registerClient } from '../apps/service/clients.ts';
import * as consent from '../apps/service/consent.ts';
import { revokeToken } from '../apps/service/tokens.ts';
import { api } from '../http/api.ts';
import { readText } from '../http/body.ts';
import { ok, success } from '../http/envelope.ts';
import { getPublicUrl } from '../installation/service.ts';

/** Open to pages of any origin, because clients run there, too. The standards describe these routes. */
const open = { access: 'public', anyOrigin: true, detail: { hide: true } } as const;
const read = { ...open, tier: 'public' } as const;
const sent = { ...open, tier: 'agent', bodyKind: 'raw', dryRun: false } as const;

/** Creates a response without the envelope of the API, and never cached, as the standards require. */
function answer(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}

/** Returns the fields of a form; undefined if one is repeated, which RFC 6749 forbids. */
async function readForm(request: Request): Promise<Form | undefined> {
  const fields = [...new URLSearchParams(await readText(request))];
  const form = Object.fromEntries(fields);
  return Object.keys(form).length === fields.length ? form : undefined;
}

const repeated = () => answer(refuse('invalid_request', 'A parameter is repeated'), 400);

/**
 * Lets apps act for a business without an API key (OAuth 2.1): their access tokens are secrets of a key that belongs to
 * the app, with the scopes that a person has chosen.
 * @param prefix the path of the API
 */
export function appRoutes(prefix: string) {
  const resourceAt =
    (path: string) =>
    async ({ ctx }: { ctx: Parameters<typeof getPublicUrl>[0] }) =>
      answer(describeResource(await getPublicUrl(ctx), path));
  return new Elysia({ name: 'apps' })
    .use(api)
    .get(PATHS.resource, resourceAt(`${prefix}/mcp`), { ...read, detail: { hide: true } })
    .get(`${PATHS.resource}${prefix}/mcp`, resourceAt(`${prefix}/mcp`), { ...read, detail: { hide: true } })
    .get(`${PATHS.resource}${prefix}`, resourceAt(prefix), { ...read, detail: { hide: true } })
    .get(PATHS.server, async ({ ctx }) => answer(describeServer(await getPublicUrl(ctx))), {
      ...read,
      detail: { hide: true },
    })
    .post(
      PATHS.register,
      async ({ ctx, request }) => {
        const result = registerClient(ctx, parseJson(await readText(request)));
        return answer(result, 'error' in result ? 400 : 201);
      },
      { ...sent, tier: 'standard', detail: { hide: true } },
    )
    .post(
      PATHS.token,
      async ({ ctx, request }) => {
        const form = await readForm(request);
        if (!form) return repeated();
        // Loaded with the first token, because most processes issue none.
        const { exchange } = await import('../apps/service/exchange.ts');
        const { status, body } = await exchange(ctx, form, request.headers.get('authorization'), prefix);
        return answer(body, status);
      },
      { ...sent, detail: { hide: true } },
    )
    .post(
      PATHS.revoke,
      async ({ ctx, request }) => {
        const form = await readForm(request);
        if (!form) return repeated();
        await revokeToken(ctx, form);
        return answer({});
      },
      { ...sent, detail: { hide: true } },
    )
    .get(
      '/oauth/consent',
      async ({ ctx, query }) => success(await consent.describeConsent(ctx, query, prefix)),
      {
        access: 'businessUser',
        permission: 'keys',
        tier: 'standard',
        query: AuthorizationRequest,
        response: ok(ConsentAnswer),
        detail: { hide: true },
      },
    )
    .post('/oauth/consent', async ({ ctx, body }) => success(await consent.approve(ctx, body, prefix)), {
      access: 'businessUser',
      permission: 'keys',
      tier: 'standard',
      dryRun: false,
      body: Approval,
      response: ok(Approved),
      detail: { hide: true },
    });
}

/** Returns undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
