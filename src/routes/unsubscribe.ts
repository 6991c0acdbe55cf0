import { Elysia } from 'elysia';
import { api } from '../http/api.ts';
import { UNSUBSCRIBE_PATH } from '../mailings/rules/unsubscribe.ts';
import { describeLink, unsubscribe } from '../mailings/service/unsubscribe.ts';
import type { Html } from '../pages/html.ts';
import { findRequestLocale } from '../pages/locale.ts';
import { unknownLinkPage, unsubscribedPage, unsubscribePage } from '../pages/unsubscribe-page.ts';
import type { Locale } from '../platform/locales.ts';

const HEADERS = {
  'Content-Type': 'text/html;charset=utf-8',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};

function toPage(
  locale: Locale,
  title: string | undefined,
  render: (locale: Locale, title: string) => Html,
): Response {
  const { text, policy } = title === undefined ? unknownLinkPage(locale) : render(locale, title);
  const headers = { ...HEADERS, 'Content-Security-Policy': policy };
  return new Response(text, { status: title === undefined ? 404 : 200, headers });
}

const getLocale = ({ headers }: Request) => findRequestLocale(headers) ?? 'en';

const hidden = () => ({ access: 'public', tier: 'page', detail: { hide: true } }) as const;

/** The links of mails: a page with a button, and the one-click request of mail programs (RFC 8058), which has no login. */
export const unsubscribeRoutes = new Elysia({ name: 'unsubscribe' })
  .use(api)
  .get(
    `${UNSUBSCRIBE_PATH}/:token`,
    ({ ctx, params, request }) => {
      const locale = getLocale(request);
      return toPage(locale, describeLink(ctx, params.token, locale), unsubscribePage);
    },
    hidden(),
  )
  .post(
    `${UNSUBSCRIBE_PATH}/:token`,
    async ({ ctx, params, request }) => {
      const locale = getLocale(request);
      return toPage(locale, await unsubscribe(ctx, params.token, locale), unsubscribedPage);
    },
    { ...hidden(), bodyKind: 'raw', dryRun: false },
  );
