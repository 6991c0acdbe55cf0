import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { CodeRequest, LinkDescription, LinkQuery, PageCaller, SignInOptions } from '../auth/account-model.ts';
import { AuthAcknowledgement, PageLogin } from '../auth/model.ts';
import { Passkey, PasskeyChallenge, PasskeyCreation, PasskeyRegistration } from '../auth/passkey-model.ts';
import { requestCode } from '../auth/service/codes.ts';
import { describeLink } from '../auth/service/links.ts';
import * as pageSession from '../auth/service/page-session.ts';
import * as passkeys from '../auth/service/passkeys.ts';
import { api } from '../http/api.ts';
import { assertOwnPage, hasFormerCookie, readCookie, writeCookie } from '../http/cookie.ts';
import { ok, success } from '../http/envelope.ts';
import { limitSignIn } from '../http/sign-in-limit.ts';
import { findRequestLocale } from '../pages/locale.ts';
import { logPageError, PageError } from '../pages/page-error.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { randomToken } from '../platform/crypto.ts';
import { toLocale } from '../platform/locales.ts';
import { Nullable } from '../platform/schema.ts';
import { findSenderOfPage } from '../shops/mail-face.ts';
import { guardSignIn, readUserAgent } from './auth.ts';

/** Longer than a code is valid. */
const BROWSER_COOKIE_SECONDS = (15 * MINUTE_MS) / SECOND_MS;

/** Serves cookie sessions for our pages; not part of the API, which uses bearer tokens and API keys. */
export const sessionRoutes = new Elysia({ name: 'page-session' })
  .use(api)
  .get(
    '/session',
    async ({ ctx, request, set }) => {
      const token = readCookie(request.headers, ctx.config);
      if (ctx.actor.kind !== 'user') return success(null);
      if (ctx.actor.isAtCounter) return success(await pageSession.describePageCaller(ctx));
      if (!token) return success(null);
      if ((await pageSession.renew(ctx, token)) || hasFormerCookie(request.headers))
        set.headers['set-cookie'] = writeCookie(
          request.headers,
          ctx.config,
          token,
          ctx.config.refreshTokenTtl,
        );
      return success(await pageSession.describePageCaller(ctx));
    },
    {
      access: 'optional',
      permission: 'counter',
      tier: 'page',
      response: ok(Nullable(PageCaller)),
      detail: { hide: true },
    },
  )
  .post(
    '/session',
    async ({ ctx, request, body, set }) => {
      await assertOwnPage(request, ctx);
      const { token, maxAgeSeconds, caller } = await pageSession.open(
        ctx,
        body,
        readUserAgent(request),
        readCookie(request.headers, ctx.config, 'browser'),
      );
      // A login ends the session of a person who signed in by PIN on this device.
      const isAtCounter = readCookie(request.headers, ctx.config, 'person') !== undefined;
      set.headers['set-cookie'] = [
        ...writeCookie(request.headers, ctx.config, token, maxAgeSeconds),
        ...(isAtCounter ? writeCookie(request.headers, ctx.config, '', 0, 'person') : []),
      ];
      return success(caller);
    },
    {
      access: 'public',
      tier: 'signIn',
      dryRun: false,
      body: PageLogin,
      beforeHandle: async ({ request, body }) => guardSignIn(request, body),
      response: ok(PageCaller),
      detail: { hide: true },
    },
  )
  .get('/session/options', async ({ ctx }) => success(await pageSession.describeSignIn(ctx)), {
    access: 'public',
    tier: 'page',
    response: ok(SignInOptions),
    detail: { hide: true },
  })
  .post(
    '/session/errors',
    async ({ ctx, request, body }) => {
      await assertOwnPage(request, ctx);
      await logPageError(ctx, body);
      return success({ accepted: true });
    },
    {
      access: 'public',
      tier: 'page',
      dryRun: false,
      body: PageError,
      response: ok(Type.Object({ accepted: Type.Boolean() })),
      detail: { hide: true },
    },
  )
  .post(
    '/session/passkey/challenge',
    async ({ ctx, request }) => {
      await assertOwnPage(request, ctx);
      return success(await passkeys.beginLogin(ctx));
    },
    {
      access: 'public',
      tier: 'signIn',
      dryRun: false,
      response: ok(PasskeyChallenge),
      detail: { hide: true },
    },
  )
  .post('/session/passkeys/challenge', async ({ ctx }) => success(await passkeys.beginRegistration(ctx)), {
    access: 'person',
    tier: 'standard',
    dryRun: false,
    response: ok(PasskeyCreation),
    detail: { hide: true },
  })
  .post(
    '/session/passkeys',
    async ({ ctx, request, body }) => success(await passkeys.register(ctx, body, readUserAgent(request))),
    {
      access: 'person',
      tier: 'standard',
      dryRun: false,
      body: PasskeyRegistration,
      response: ok(Passkey),
      detail: { hide: true },
    },
  )
  .post(
    '/session/code',
    async ({ ctx, request, body, set }) => {
      await assertOwnPage(request, ctx);
      const browser = readCookie(request.headers, ctx.config, 'browser') ?? randomToken(ctx.random);
      set.headers['set-cookie'] = writeCookie(
        request.headers,
        ctx.config,
        browser,
        BROWSER_COOKIE_SECONDS,
        'browser',
      );
      const sender = body.page === undefined ? undefined : await findSenderOfPage(ctx, body.page);
      const locale = findRequestLocale(request.headers) ?? toLocale(sender?.locale);
      const { face: shop, path: next } = sender ?? {};
      return success(await requestCode(ctx, body.email, { browser, locale, shop, next }));
    },
    {
      access: 'public',
      tier: 'signIn',
      dryRun: false,
      body: CodeRequest,
      beforeHandle: async ({ request, body }) =>
        limitSignIn(request, { action: 'requestCode', email: body.email }),
      response: ok(AuthAcknowledgement),
      detail: { hide: true },
    },
  )
  .post(
    '/session/link',
    async ({ ctx, request, body }) => {
      await assertOwnPage(request, ctx);
      return success(await describeLink(ctx, body.token));
    },
    {
      access: 'public',
      tier: 'standard',
      dryRun: false,
      body: LinkQuery,
      response: ok(LinkDescription),
      detail: { hide: true },
    },
  )
  .delete(
    '/session',
    async ({ ctx, request, query, set }) => {
      const answer = success(await pageSession.close(ctx, query));
      set.headers['set-cookie'] = writeCookie(request.headers, ctx.config, '', 0);
      return answer;
    },
    {
      access: 'person',
      tier: 'standard',
      dryRun: false,
      query: Type.Object({ everywhere: Type.Optional(Type.Boolean()) }),
      response: ok(AuthAcknowledgement),
      detail: { hide: true },
    },
  );
