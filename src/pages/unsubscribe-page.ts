import { type Html, renderPage } from './html.ts';

/** Asks whether to stop a kind of mail. A link check of a mail server opens the page without pressing the button. */
export function unsubscribePage(kind: string): Html {
  return renderPage({
    title: 'Unsubscribe · Perkmint',
    body: `<h1>Unsubscribe?</h1>
<p class="intro">You will get no more mails about: ${Bun.escapeHTML(kind)}.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
    hasForm: true,
  });
}

export function unsubscribedPage(kind: string): Html {
  return renderPage({
    title: 'Unsubscribed · Perkmint',
    body: `<h1>Unsubscribed</h1>
<p class="intro">You get no more mails about: ${Bun.escapeHTML(kind)}. You can turn them on again in your account.</p>
<p><a class="button" href="/my/account">Open account</a></p>`,
  });
}

/** Shown for a link that this installation did not send. */
export function unknownLinkPage(): Html {
  return renderPage({
    title: 'Link not valid · Perkmint',
    body: `<h1>This link is not valid</h1>
<p class="intro">Copy the whole link from the mail, or choose your mails in your account.</p>
<p><a class="button" href="/my/account">Open account</a></p>`,
  });
}
