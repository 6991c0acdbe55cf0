import { encode } from 'uqr';
import type { SignFormat } from './formats.ts';
import { escapeXml, fitText, type MeasureText, type TextBox } from './text.ts';

/** The texts and colors of a sign. */
interface SignContent {
  shopName: string;
  /** The logo as a data URL, because an image inside the image can't be loaded from an address. */
  logo?: string | undefined;
  /** The reward, in the largest type. */
  offer: string;
  /** The task, in one sentence. */
  task: string;
  /** The invitation to scan the QR code. */
  instruction: string;
  /** The address that the QR code contains. */
  url: string;
  /** A color with a contrast of at least 3:1 with white. */
  accent: string;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const SIGN_FONT = 'Figtree, "Helvetica Neue", Arial, "Liberation Sans", sans-serif';
const INK = '#1f1e19';
const MUTED = '#5c584e';

/** Draws a sign as an SVG document in millimeters, ready to print or to convert. */
export function renderSign(content: SignContent, format: SignFormat, measure: MeasureText): string {
  const { widthMm, heightMm } = format;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}mm" height="${heightMm}mm" viewBox="0 0 ${widthMm} ${heightMm}">`,
    `<rect width="${widthMm}" height="${heightMm}" fill="#fff"/>`,
    `<g font-family='${SIGN_FONT}' text-anchor="middle">`,
    ...drawPanels(content, format, measure),
    '</g></svg>',
  ].join('');
}

function drawPanels(
  content: SignContent,
  { id, widthMm, heightMm }: SignFormat,
  measure: MeasureText,
): string[] {
  if (id !== 'tent') return [drawPanel(content, { x: 0, y: 0, width: widthMm, height: heightMm }, measure)];
  const half = heightMm / 2;
  const lower = drawPanel(content, { x: 0, y: half, width: widthMm, height: half }, measure);
  // The upper half is read from the other side of the table.
  return [
    lower,
    `<g transform="rotate(180 ${widthMm / 2} ${half})">${lower}</g>`,
    `<path d="M0 ${half}H${widthMm}" stroke="#999" stroke-width=".2" stroke-dasharray="2 2"/>`,
  ];
}

/** Draws the reward on a band of color, and below or beside it the QR code. */
function drawPanel(content: SignContent, box: Box, measure: MeasureText): string {
  return box.width > box.height ? drawWide(content, box, measure) : drawTall(content, box, measure);
}

function drawTall(content: SignContent, { x, y, width, height }: Box, measure: MeasureText): string {
  const isSquare = width === height;
  const band = height * (isSquare ? 0.4 : 0.46);
  const inner = width * 0.86;
  const center = x + width / 2;
  const qr = Math.min(width * 0.52, height - band - width * (isSquare ? 0.17 : 0.3));
  const qrTop = y + band + width * 0.06;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${band}" fill="${content.accent}"/>`,
    drawPitch(content, { x: center, y, width: inner, height: band }, measure),
    drawQr(content.url, center - qr / 2, qrTop, qr),
    drawFoot(content, { x: center, y: qrTop + qr, width: inner, height: y + height - qrTop - qr }, measure),
  ].join('');
}

function drawWide(content: SignContent, { x, y, width, height }: Box, measure: MeasureText): string {
  const band = width * 0.54;
  const side = width - band;
  const center = x + band + side / 2;
  const qr = Math.min(side * 0.7, height * 0.6);
  const qrTop = y + height * 0.14;
  return [
    `<rect x="${x}" y="${y}" width="${band}" height="${height}" fill="${content.accent}"/>`,
    drawPitch(content, { x: x + band / 2, y, width: band * 0.84, height }, measure),
    drawQr(content.url, center - qr / 2, qrTop, qr),
    drawFoot(
      content,
      { x: center, y: qrTop + qr, width: side * 0.9, height: y + height - qrTop - qr },
      measure,
    ),
  ].join('');
}

/** Draws shop, reward and task in the middle of a box; its `x` is its center. */
function drawPitch(content: SignContent, { x, y, width, height }: Box, measure: MeasureText): string {
  const unit = Math.min(height, width);
  const color = '#fff';
  const draw = (text: string, top: number, size: Pick<TextBox, 'maxSizeMm' | 'maxLines' | 'isBold'>) =>
    drawText({ text, maxWidthMm: width, minSizeMm: 2.5, ...size }, { x, top, color }, measure);
  const logo = content.logo ? unit * 0.18 : 0;
  const name = draw(content.shopName, logo + unit * 0.04, {
    maxSizeMm: unit * 0.08,
    maxLines: 1,
    isBold: true,
  });
  const offer = draw(content.offer, name.bottom + unit * 0.04, {
    maxSizeMm: unit * 0.25,
    maxLines: 2,
    isBold: true,
  });
  const task = draw(content.task, offer.bottom + unit * 0.03, {
    maxSizeMm: unit * 0.085,
    maxLines: 3,
    isBold: false,
  });
  const top = y + Math.max(0, (height - task.bottom) / 2);
  const image = content.logo ? drawLogo(content.logo, x - logo / 2, logo) : '';
  return `<g transform="translate(0 ${round(top)})">${image}${name.svg}${offer.svg}${task.svg}</g>`;
}

/** Draws the logo on a white tile, because most logos are made for white. */
function drawLogo(logo: string, x: number, size: number): string {
  const margin = size * 0.08;
  const inner = round(size - 2 * margin);
  return (
    `<rect x="${round(x)}" y="0" width="${round(size)}" height="${round(size)}" rx="${round(size * 0.18)}" fill="#fff"/>` +
    `<image x="${round(x + margin)}" y="${round(margin)}" width="${inner}" height="${inner}" href="${escapeXml(logo)}"/>`
  );
}

/** Draws the instruction, and the address in words for people without a scanner. */
function drawFoot(
  { url, instruction }: SignContent,
  { x, y, width, height }: Box,
  measure: MeasureText,
): string {
  const action = drawText(
    {
      text: instruction,
      maxWidthMm: width,
      maxSizeMm: height * 0.22,
      minSizeMm: 2.2,
      maxLines: 1,
      isBold: true,
    },
    { x, top: y + height * 0.14, color: INK },
    measure,
  );
  const address = drawText(
    {
      text: toShortAddress(url),
      maxWidthMm: width,
      maxSizeMm: height * 0.16,
      minSizeMm: 2,
      maxLines: 1,
      isBold: false,
    },
    { x, top: action.bottom + height * 0.06, color: MUTED },
    measure,
  );
  return action.svg + address.svg;
}

/** Returns an address as a person types it. */
function toShortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

const LINE_HEIGHT = 1.12;
/** The distance from the top of a line to its baseline, as a share of the font size. */
const ASCENT = 0.82;

function drawText(
  box: TextBox,
  { x, top, color }: { x: number; top: number; color: string },
  measure: MeasureText,
): { svg: string; bottom: number } {
  const { lines, sizeMm } = fitText(box, measure);
  const weight = box.isBold ? 700 : 400;
  const svg = lines
    .map((line, index) => {
      const baseline = top + sizeMm * (ASCENT + index * LINE_HEIGHT);
      return `<text x="${round(x)}" y="${round(baseline)}" font-size="${round(sizeMm)}" font-weight="${weight}" fill="${color}">${escapeXml(line)}</text>`;
    })
    .join('');
  return { svg, bottom: top + sizeMm * (lines.length * LINE_HEIGHT) };
}

function drawQr(url: string, x: number, y: number, sizeMm: number): string {
  const { data, size } = encode(url, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((row, line) => row.flatMap((isDark, column) => (isDark ? [`M${column} ${line}h1v1h-1z`] : [])))
    .join('');
  const scale = round(sizeMm / size, 5);
  return `<path transform="translate(${round(x)} ${round(y)}) scale(${scale})" d="${path}" fill="#000" shape-rendering="crispEdges"/>`;
}

function round(value: number, digits = 3): number {
  return Number(value.toFixed(digits));
}
