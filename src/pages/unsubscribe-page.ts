import type { Locale } from '../platform/locales.ts';
import { createFormatter } from '../platform/message-format.ts';
import { type Html, renderPage, toHtml } from './html.ts';
import { PAGE_TEXTS } from './messages/index.ts';

/** Asks whether to stop a kind of mail. A link check of a mail server opens the page without pressing the button. */
export function unsubscribePage(locale: Locale, kind: string): Html {
  const { title, heading, text, button } = PAGE_TEXTS[locale].unsubscribe;
  return renderPage({
    locale,
    title: `${title} · Perkmint`,
    body: `<h1>${toHtml(heading)}</h1>
<p class="intro">${toHtml(createFormatter(locale)(text, { kind }))}</p>
<form method="post"><button type="submit">${toHtml(button)}</button></form>`,
    hasForm: true,
  });
}

export function unsubscribedPage(locale: Locale, kind: string): Html {
  const { doneHeading, done, account } = PAGE_TEXTS[locale].unsubscribe;
  return renderPage({
    locale,
    title: `${doneHeading} · Perkmint`,
    body: `<h1>${toHtml(doneHeading)}</h1>
<p class="intro">${toHtml(createFormatter(locale)(done, { kind }))}</p>
<p><a class="button" href="/my/account">${toHtml(account)}</a></p>`,
  });
}

/** Shown for a link that this installation did not send. */
export function unknownLinkPage(locale: Locale): Html {
  const { unknownTitle, unknownHeading, unknown, account } = PAGE_TEXTS[locale].unsubscribe;
  return renderPage({
    locale,
    title: `${unknownTitle} · Perkmint`,
    body: `<h1>${toHtml(unknownHeading)}</h1>
<p class="intro">${toHtml(unknown)}</p>
<p><a class="button" href="/my/account">${toHtml(account)}</a></p>`,
  });
}
