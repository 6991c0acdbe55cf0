import { initWasm, Resvg } from '@resvg/resvg-wasm';
import renderer from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' };
import { scaleImage } from './icon-image.ts';
import semibold from './vendor/figtree-600.ttf' with { type: 'file' };

/** The content of the picture that chats and social networks show beside a link. */
export interface PreviewImage {
  /** The ground, as #rrggbb: dark enough for white letters. */
  color: string;
  title: string;
  /** A line below the title. */
  subtitle?: string | undefined;
  /** The address, without its scheme; left out when it does not fit on a line. */
  address: string;
  /** The name whose first letter replaces a missing logo. */
  name: string;
  /** An image file; without one, or with one that can't be decoded, the first letter of the name is shown. */
  logo?: Uint8Array | undefined;
}

/** The size that Open Graph readers show large. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

const MARGIN = 80;
const TILE = { size: 320, radius: 56, inset: 36 } as const;
const TEXT_WIDTH = PREVIEW_SIZE.width - MARGIN * 3 - TILE.size;
/** Sizes of the title, largest first: it has the largest in which it needs at most MAX_LINES lines. */
const TITLE_SIZES = [92, 76, 62, 50] as const;
const MAX_LINES = 3;
const LINE_HEIGHT = 1.14;
const SUBTITLE = { size: 42, gap: 78 } as const;
const ADDRESS_SIZE = 32;
const INITIAL_SIZE = 190;
const FONT = 'Figtree';
/** The letters of the font, without those that combine with others. */
const DRAWABLE =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0113\u0116-\u0127\u012a-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164-\u0165\u016a-\u017e\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2-\u1ef3\u2013-\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039-\u203a\u20ac\u20b9\u2122]+$/;
const PICTOGRAPHS =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f)+/gu;

let starting: Promise<Uint8Array> | undefined;

/** Starts the renderer at its first use. @returns the font */
async function start(): Promise<Uint8Array> {
  await initWasm(await Bun.file(renderer).arrayBuffer());
  return Bun.file(semibold).bytes();
}

/**
 * Draws the picture of a link. A text in letters that the font lacks, such as Arabic ones, is left out, because the
 * preview shows it beside the picture anyway.
 * @returns a PNG of PREVIEW_SIZE
 */
export async function drawPreview(preview: PreviewImage): Promise<Uint8Array<ArrayBuffer>> {
  starting ??= start();
  const font = await starting;
  const title = toDrawable(preview.title);
  const tile = await drawTile(preview, title !== '');
  const texts = title === '' ? '' : drawTexts({ ...preview, title }, text => measure(text, font));
  return new Uint8Array(render(`<rect ${box(PREVIEW_SIZE)} fill="${preview.color}"/>${tile}${texts}`, font));
}

/** Returns a text without emoji; empty when the font lacks another letter. */
export function toDrawable(text: string): string {
  const plain = text.normalize('NFC').replace(PICTOGRAPHS, ' ').replace(/\s+/g, ' ').trim();
  return DRAWABLE.test(plain) ? plain : '';
}

/** Draws the logo on a white tile, because most logos are made for white. */
async function drawTile({ logo, name, color }: PreviewImage, hasTitle: boolean): Promise<string> {
  const { size, radius, inset } = TILE;
  const x = hasTitle ? PREVIEW_SIZE.width - MARGIN - size : (PREVIEW_SIZE.width - size) / 2;
  const y = (PREVIEW_SIZE.height - size) / 2;
  const inner = size - 2 * inset;
  const image = logo && (await toDataUrl(logo, inner * 2));
  const [initial = ''] = toDrawable(name);
  if (!image && initial === '') return '';
  const content = image
    ? `<image x="${x + inset}" y="${y + inset}" ${box({ width: inner, height: inner })} href="${image}"/>`
    : `<text x="${x + size / 2}" y="${y + size / 2 + INITIAL_SIZE * 0.35}" text-anchor="middle" font-size="${INITIAL_SIZE}" fill="${color}">${Bun.escapeHTML(initial.toUpperCase())}</text>`;
  return `<rect x="${x}" y="${y}" ${box({ width: size, height: size })} rx="${radius}" fill="#fff"/>${content}`;
}

async function toDataUrl(image: Uint8Array, size: number): Promise<string | undefined> {
  try {
    const png = await scaleImage(image, size);
    return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  } catch {
    return undefined;
  }
}

type Measure = (text: string) => number;

/** Draws title and subtitle in the middle of the height, and the address below. */
function drawTexts({ title, subtitle = '', address }: PreviewImage, toWidth: Measure): string {
  const { lines, size } = fitTitle(title, toWidth);
  const [second = ''] = wrap(toDrawable(subtitle), TEXT_WIDTH / SUBTITLE.size, toWidth);
  const lineHeight = size * LINE_HEIGHT;
  const height = lines.length * lineHeight + (second ? SUBTITLE.gap : 0);
  const top = (PREVIEW_SIZE.height - height) / 2 + size * 0.82 - (ADDRESS_SIZE as number) / 2;
  const drawn = lines.map((line, at) => drawText(line, top + at * lineHeight, size));
  if (second)
    drawn.push(drawText(second, top + (lines.length - 1) * lineHeight + SUBTITLE.gap, SUBTITLE.size));
  const isWhole = toWidth(toDrawable(address)) * ADDRESS_SIZE <= TEXT_WIDTH;
  if (isWhole) drawn.push(drawText(toDrawable(address), PREVIEW_SIZE.height - MARGIN, ADDRESS_SIZE));
  return drawn.join('');
}

function fitTitle(title: string, toWidth: Measure): { lines: string[]; size: number } {
  for (const size of TITLE_SIZES) {
    const lines = wrap(title, TEXT_WIDTH / size, toWidth);
    if (lines.length <= MAX_LINES) return { lines, size };
  }
  const size = TITLE_SIZES.at(-1) as number;
  const lines = wrap(title, TEXT_WIDTH / size, toWidth).slice(0, MAX_LINES);
  return { lines: [...lines.slice(0, -1), `${lines.at(-1)}…`], size };
}

/** Breaks a text between words, and a word that is too long between letters. `width` is in sizes of the font. */
function wrap(text: string, width: number, toWidth: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (toWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    for (const letter of word) {
      if (toWidth(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line ? [...lines, line] : lines;
}

function drawText(text: string, y: number, size: number): string {
  return `<text x="${MARGIN}" y="${y}" font-size="${size}" fill="#fff">${Bun.escapeHTML(text)}</text>`;
}

/** Widths of letters, which are measured once. */
const widths = new Map<string, number>();

/** Returns the width of a text in sizes of the font. */
function measure(text: string, font: Uint8Array): number {
  let sum = 0;
  for (const letter of text) {
    // The bounds of a letter leave out the space around it, so it is drawn between two others.
    const width = widths.get(letter) ?? measureBounds(`|${letter}|`, font) - measureBounds('||', font);
    widths.set(letter, width);
    sum += width;
  }
  return sum;
}

function measureBounds(text: string, font: Uint8Array): number {
  const size = 100;
  const image = createImage(`<text y="${size}" font-size="${size}">${Bun.escapeHTML(text)}</text>`, font);
  const width = image.getBBox()?.width ?? 0;
  image.free();
  return width / size;
}

function render(content: string, font: Uint8Array): Uint8Array {
  const image = createImage(content, font);
  const rendered = image.render();
  const png = rendered.asPng();
  rendered.free();
  image.free();
  return png;
}

function createImage(content: string, font: Uint8Array): InstanceType<typeof Resvg> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box(PREVIEW_SIZE)} font-family="${FONT}" font-weight="600">${content}</svg>`;
  return new Resvg(svg, { font: { fontBuffers: [font], defaultFontFamily: FONT } });
}

function box({ width, height }: { width: number; height: number }): string {
  return `width="${width}" height="${height}"`;
}
