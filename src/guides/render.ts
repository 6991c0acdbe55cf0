import { Marked, type Tokens } from 'marked';
import { type Html, renderPage } from '../pages/html.ts';
import { GUIDES, GUIDES_PATH, type Guide, guideIndex } from './index.ts';

/** Added to the style of all pages: a wider column, and tables and code that scroll on a phone. */
const GUIDE_STYLE = `
main { max-width: 50rem; padding-top: 1rem; }
h1 { margin: .75rem 0 1rem; font-size: 2.125rem; }
h2 { margin-top: 2.5rem; font-size: 1.375rem; }
h3 { margin-top: 2rem; font-size: 1.125rem; }
h2, h3 { scroll-margin-top: 1rem; line-height: 1.3; }
p, li { max-width: 42rem; }
li { margin: .25rem 0; }
pre, .table { margin: 1rem 0; overflow-x: auto; border: 1px solid var(--line); border-radius: var(--radius); }
pre { padding: .875rem 1rem; background: var(--sunken); font-size: .875rem; line-height: 1.6; }
pre code { overflow-wrap: normal; }
.table { background: var(--surface); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { color: var(--muted); font-size: .8125rem; font-weight: 500; }
th, td { padding: .55rem .875rem; text-align: left; vertical-align: top; }
td:first-child code { white-space: nowrap; overflow-wrap: normal; }
tr + tr, tbody { border-top: 1px solid var(--line); }
@media (max-width: 40rem) {
  td:first-child { min-width: 9rem; }
  td:first-child code { white-space: normal; overflow-wrap: anywhere; }
}
nav { font-size: .9rem; }
nav.guides ul { display: flex; flex-wrap: wrap; gap: .35rem 1rem; padding: 0; list-style: none; }
nav.guides { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
`;

/** Renders a guide as a page without scripts. */
export function guidePage(guide: Guide): Html {
  return page(guide.title, guide.markdown, guide.name);
}

/** Renders the list of guides. */
export function guideIndexPage(): Html {
  return page('Guides', guideIndex());
}

function page(title: string, markdown: string, name?: string): Html {
  const crumbs = name
    ? `<nav aria-label="Breadcrumb"><a href="/dashboard">Dashboard</a> · <a href="${GUIDES_PATH}">Guides</a></nav>`
    : '<nav aria-label="Breadcrumb"><a href="/dashboard">Dashboard</a> · <a href="/docs">API reference</a></nav>';
  const links = GUIDES.map(
    guide =>
      `<li><a href="${GUIDES_PATH}/${guide.name}"${guide.name === name ? ' aria-current="page"' : ''}>${Bun.escapeHTML(guide.title)}</a></li>`,
  );
  const footer = name
    ? `<nav class="guides" aria-label="Guides"><ul>${links.join('')}</ul><p><a href="${GUIDES_PATH}/${name}.md">This page as Markdown</a></p></nav>`
    : '';
  const body = `${crumbs}\n${toHtml(markdown)}${footer}`;
  return renderPage({ locale: 'en', title: `${title} · Perkmint`, body, style: GUIDE_STYLE });
}

/** Converts Markdown to HTML. Raw HTML is escaped, and links between guides lead to their pages. */
export function toHtml(markdown: string): string {
  const slugs = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    async: false,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) =>
        // The markers around generated tables are for `bun run readme`, not for readers.
        /^<!--[^>]*-->\s*$/.test(text) ? '' : Bun.escapeHTML(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${toSlug(text, slugs)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${Bun.escapeHTML(toHref(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      // The policy of the page allows no images.
      image: ({ text }: Tokens.Image) => Bun.escapeHTML(text),
      code: ({ text }: Tokens.Code) =>
        // Focusable, so that a long line can be scrolled with the keyboard.
        `<pre tabindex="0"><code>${Bun.escapeHTML(text)}</code></pre>\n`,
    },
  });
  return String(marked.parse(markdown))
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** Converts a heading to an anchor the same way GitHub does, so that links work in both places. */
function toSlug(text: string, used: Map<string, number>): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

/** Allows links to the web, this server and this page; all others are removed. */
function toHref(href: string): string {
  if (/^(https?:\/\/|\/(?!\/)|#)/.test(href)) return href;
  const [, name, suffix = '', anchor = ''] = /^([\w-]+)(\.md|\.json)(#[\w-]*)?$/.exec(href) ?? [];
  if (!name) return '#';
  return `${GUIDES_PATH}/${name}${suffix === '.md' ? '' : suffix}${anchor}`;
}
