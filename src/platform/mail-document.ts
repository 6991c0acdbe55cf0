import { getDirection, type Locale } from './locales.ts';

/** The parts of a mail, from which its text and its HTML are written. Texts are plain. */
export type Block =
  | { type: 'paragraph'; text: string }
  /** A sentence that contains a code, which HTML shows large. */
  | { type: 'code'; text: string; code: string }
  | { type: 'heading'; text: string }
  /** Pairs of a label and a value. */
  | { type: 'facts'; items: [label: string, value: string][] }
  | { type: 'list'; items: string[] }
  /** A link to a page of this installation, as a button. */
  | { type: 'button'; label: string; path: string };

export interface Letter {
  subject: string;
  blocks: Block[];
}

/** The sender as mails show it. */
export interface Face {
  name: string;
  /** The name in the address of the sender; absent for that of MAIL_FROM. */
  fromName?: string;
  /** Background of buttons, as #rrggbb; null for that of Perkmint. */
  accentColor: string | null;
  /** Path of the logo on this server. */
  logoPath: string | null;
}

/** The sender of mails that are from no shop. */
export const PERKMINT: Face = { name: 'Perkmint', accentColor: null, logoPath: null };
const DEFAULT_COLOR = '#0b6e4f';

interface Link {
  label: string;
  url: string;
}

/** The parts that all mails of a sender share. */
export interface Frame {
  /** The sender's name. */
  name: string;
  /** The address of the installation, without a slash at the end. */
  publicUrl: string;
  /** Background of buttons, as #rrggbb. */
  accentColor: string;
  /** Address of the logo; null without one. */
  logoUrl: string | null;
  language: string;
  direction: 'ltr' | 'rtl';
  /** Why the person gets the mail, and what to do about it. */
  footer?: { reason: string; links: Link[] };
}

/** Returns the frame of a sender's mails, without a footer. */
export function toFrame({ name, accentColor, logoPath }: Face, publicUrl: string, language: Locale): Frame {
  return {
    name,
    publicUrl,
    accentColor: accentColor ?? DEFAULT_COLOR,
    logoUrl: logoPath && publicUrl + logoPath,
    language,
    direction: getDirection(language),
  };
}

/** Writes the text of a mail. */
export function toText({ blocks }: Letter, frame: Frame): string {
  const body = blocks.map(block => toTextBlock(block, frame.publicUrl)).join('\n\n');
  const { reason, links = [] } = frame.footer ?? {};
  const footer = [frame.name, reason, ...links.map(({ label, url }) => `${label}: ${url}`)];
  return `${body}\n\n--\n${footer.filter(Boolean).join('\n')}\n`;
}

function toTextBlock(block: Block, publicUrl: string): string {
  switch (block.type) {
    case 'paragraph':
    case 'code':
      return block.text;
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`;
    case 'facts':
      return block.items.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'list':
      return block.items.map(item => `- ${item}`).join('\n');
    case 'button':
      return `${block.label}:\n${publicUrl}${block.path}`;
  }
}

/** Mail programs ignore style sheets, so styles are repeated in each element. */
const STYLES = {
  page: 'margin:0;padding:24px 12px;background:#f4f4f2;font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;color:#1d1d1b',
  card: 'max-width:560px;width:100%;background:#ffffff;border-radius:12px',
  cell: 'padding:28px 28px 20px',
  brand: 'margin:0 0 20px;font-size:16px;font-weight:600',
  logo: 'border-radius:8px;vertical-align:middle;margin-inline-end:10px',
  code: 'font-size:26px;letter-spacing:3px',
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:1.5',
  heading: 'margin:24px 0 8px;font-size:17px;line-height:1.3',
  list: 'margin:0 0 16px;padding:0 20px;font-size:16px;line-height:1.5',
  label: 'padding:4px 0;color:#5f5f5b;font-size:15px;text-align:start;font-weight:400',
  value: 'padding:4px 16px;font-size:15px',
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none',
  footer: 'padding:0 28px 24px;color:#5f5f5b;font-size:13px;line-height:1.5',
  link: 'color:#5f5f5b',
} as const;
const LOGO_SIZE = 40;

/** Writes the HTML of a mail: one table, because mail programs support little else. All values are escaped. */
export function toHtml({ subject, blocks }: Letter, frame: Frame): string {
  const { name, language, direction, logoUrl, footer } = frame;
  const logo = logoUrl
    ? `<img src="${toSafe(logoUrl)}" width="${LOGO_SIZE}" height="${LOGO_SIZE}" alt="" style="${STYLES.logo}">`
    : '';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toSafe(subject)}</title>
</head>
<body dir="${direction}" style='${STYLES.page}'>
<table role="presentation" align="center" cellpadding="0" cellspacing="0" style="${STYLES.card}">
<tr><td style="${STYLES.cell}">
<p style="${STYLES.brand}">${logo}${toSafe(name)}</p>
${blocks.map(block => toHtmlBlock(block, frame)).join('\n')}
</td></tr>
${footer ? toHtmlFooter(footer) : ''}</table>
</body>
</html>
`;
}

function toHtmlFooter({ reason, links }: NonNullable<Frame['footer']>): string {
  const items = links.map(
    ({ label, url }) => `<a href="${toSafe(url)}" style="${STYLES.link}">${toSafe(label)}</a>`,
  );
  return `<tr><td style="${STYLES.footer}">\n${toSafe(reason)}<br>\n${items.join(' ·\n')}\n</td></tr>\n`;
}

function toHtmlBlock(block: Block, { publicUrl, accentColor }: Frame): string {
  switch (block.type) {
    case 'paragraph':
      return `<p style="${STYLES.paragraph}">${toSafe(block.text)}</p>`;
    case 'code': {
      const large = `<bdi><strong style="${STYLES.code}">${toSafe(block.code)}</strong></bdi>`;
      return `<p style="${STYLES.paragraph}">${toSafe(block.text).replace(block.code, large)}</p>`;
    }
    case 'heading':
      return `<h2 style="${STYLES.heading}">${toSafe(block.text)}</h2>`;
    case 'facts': {
      const rows = block.items.map(
        ([label, value]) =>
          `<tr><th scope="row" style="${STYLES.label}">${toSafe(label)}</th><td style="${STYLES.value}">${toSafe(value)}</td></tr>`,
      );
      return `<table cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`;
    }
    case 'list':
      return `<ul style="${STYLES.list}">${block.items.map(item => `<li>${toSafe(item)}</li>`).join('')}</ul>`;
    case 'button':
      return `<p style="${STYLES.paragraph}"><a href="${toSafe(publicUrl + block.path)}" style="${STYLES.button};background:${toSafe(accentColor)}">${toSafe(block.label)}</a></p>`;
  }
}

function toSafe(text: string): string {
  return Bun.escapeHTML(text);
}
