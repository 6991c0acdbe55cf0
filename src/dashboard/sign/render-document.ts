import { SIGN_FONT } from './render-sign.ts';
import { escapeXml, type MeasureText, wrapText } from './text.ts';

/** A part of a document: a heading, or a paragraph under it. */
export interface DocumentPart {
  text: string;
  kind: 'title' | 'heading' | 'text';
}

interface Style {
  sizeMm: number;
  isBold: boolean;
  /** The space above. */
  gapMm: number;
}

export const A4 = { widthMm: 210, heightMm: 297 } as const;
const MARGIN_MM = 20;
const LINE_HEIGHT = 1.4;
const STYLES: Record<DocumentPart['kind'], Style> = {
  title: { sizeMm: 7, isBold: true, gapMm: 0 },
  heading: { sizeMm: 4.2, isBold: true, gapMm: 4 },
  text: { sizeMm: 3.6, isBold: false, gapMm: 1 },
};
/** Long documents are set smaller, so that they stay on one page. */
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** Draws a document on one A4 page as an SVG in millimeters. */
export function renderDocument(parts: readonly DocumentPart[], measure: MeasureText): string {
  const pages = SCALES.map(scale => layOut(parts, scale, measure));
  const page = pages.find(({ heightMm }) => heightMm <= A4.heightMm - MARGIN_MM) ?? pages.at(-1)!;
  const { widthMm, heightMm } = A4;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}mm" height="${heightMm}mm" viewBox="0 0 ${widthMm} ${heightMm}">`,
    `<rect width="${widthMm}" height="${heightMm}" fill="#fff"/>`,
    `<g font-family='${SIGN_FONT}' fill="#1f1e19">${page.lines.join('')}</g></svg>`,
  ].join('');
}

function layOut(parts: readonly DocumentPart[], scale: number, measure: MeasureText) {
  const lines: string[] = [];
  let y = MARGIN_MM;
  for (const { text, kind } of parts) {
    const { isBold, gapMm, ...style } = STYLES[kind];
    const sizeMm = style.sizeMm * scale;
    y += gapMm * scale;
    for (const line of wrapText(text, { maxWidthMm: A4.widthMm - 2 * MARGIN_MM, isBold }, sizeMm, measure)) {
      y += sizeMm * LINE_HEIGHT;
      const weight = isBold ? 700 : 400;
      lines.push(
        `<text x="${MARGIN_MM}" y="${y.toFixed(2)}" font-size="${sizeMm}" font-weight="${weight}">${escapeXml(line)}</text>`,
      );
    }
  }
  return { lines, heightMm: y };
}
