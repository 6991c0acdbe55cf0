import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROUTES } from '../../../src/dashboard/routes.ts';
import { createRecords } from './pages-every.ts';
import { CUSTOMER, OWNER, startServer } from './server.ts';
import { type Scene, SHOTS, type Stage } from './support.ts';

/** The pictures of the pages, reduced to one pixel per square of CELL_PX. */
const PICTURES = join(import.meta.dir, 'pictures');
const WINDOWS = [
  { width: 360, height: 736 },
  { width: 1280, height: 800 },
];
const THEMES = ['light', 'dark'] as const;
/** Large enough to even out differences in how machines draw letters. */
const CELL_PX = 8;
/** Largest difference of a color channel (0 to 255) that counts as equal. */
const MAX_CHANNEL_DIFFERENCE = 40;
/** Largest share of squares that may differ, such as those of a date. */
const MAX_CHANGED_SHARE = 0.02;
/** Hides the parts that differ in each run: times, codes, charts by day, and the caret. */
const VOLATILE = `time, code, .uplot, .qr, .code-large { visibility: hidden !important; }
*, *::before, *::after { caret-color: transparent !important; animation: none !important; transition: none !important; }`;

interface Comparison {
  /** The reduced picture as a PNG in base64. */
  picture: string;
  changedShare: number;
  /** The smallest rectangle with all squares that differ, in pixels of the page. */
  region: { left: number; top: number; right: number; bottom: number };
}

/** Compares each page with its picture, or takes the pictures again with `isRenewal`. */
export function createVisualScenes(isRenewal: boolean): Scene[] {
  return [
    [
      'visual: every page looks like its picture at both widths in both themes',
      async ({ binary, openStage, afterwards }) => {
        if (isRenewal) rmSync(PICTURES, { recursive: true, force: true });
        mkdirSync(PICTURES, { recursive: true });
        const server = await startServer(binary);
        afterwards(server.stop);
        const records = await createRecords(server);
        const problems: string[] = [];
        for (const [email, audiences] of [
          [undefined, ['anyone']],
          [CUSTOMER, ['customer']],
          [OWNER, ['business', 'owner']],
        ] as const) {
          const stage = await openStage({ url: server.url });
          // Pages for a link from a mail are opened without its token.
          stage.expectError(/400/);
          if (email) await stage.signIn(email);
          const routes = ROUTES.filter(({ audience }) => (audiences as readonly string[]).includes(audience));
          for (const { path } of routes) {
            const url = path.replace(/:\w+/, records[path] ?? '');
            problems.push(...(await checkPage(stage, { path, url }, isRenewal)));
          }
        }
        if (problems.length > 0) throw new Error(`${problems.join('\n      ')}\n      ${HOW_TO_RENEW}`);
      },
    ],
  ];
}

const HOW_TO_RENEW = 'If the change is wanted: bun run check:pages --renew-pictures';

async function checkPage(
  stage: Stage,
  { path, url }: { path: string; url: string },
  isRenewal: boolean,
): Promise<string[]> {
  const { page } = stage;
  const problems: string[] = [];
  await stage.go(url);
  await page.evaluate(css => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, VOLATILE);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const window of WINDOWS) {
      const name = `${toName(path)}-${window.width}-${theme}`;
      const shot = await takeShot(page, window);
      const file = Bun.file(join(PICTURES, `${name}.png`));
      const kept = isRenewal || !(await file.exists()) ? undefined : (await file.bytes()).toBase64();
      const { picture, changedShare, region } = await compare(stage, shot, kept);
      if (isRenewal) await Bun.write(file, Buffer.from(picture, 'base64'));
      else if (kept === undefined) problems.push(`${name} has no picture`);
      else if (changedShare > MAX_CHANGED_SHARE) {
        const place = join(SHOTS, `visual-${name}.png`);
        await Bun.write(place, shot);
        const { left, top, right, bottom } = region;
        problems.push(
          `${name}: ${(changedShare * 100).toFixed(1)}% differs, from (${left}, ${top}) to (${right}, ${bottom}); see ${place}`,
        );
      }
    }
  }
  return problems;
}

/** Names a picture after its route, because record IDs differ in each run. */
function toName(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replace(':', '');
}

/** Takes a picture of the window after fonts, images and layout have settled. */
async function takeShot(page: Page, window: { width: number; height: number }): Promise<Buffer> {
  await page.setViewportSize(window);
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  return page.screenshot();
}

const drawingPages = new WeakMap<object, Page>();

/** Reduces and compares pictures in an empty page, because a browser decodes images. */
async function compare({ page }: Stage, shot: Buffer, kept: string | undefined): Promise<Comparison> {
  const context = page.context();
  const drawing = drawingPages.get(context) ?? (await context.newPage());
  drawingPages.set(context, drawing);
  return drawing.evaluate(comparePictures, {
    shot: shot.toString('base64'),
    kept,
    cell: CELL_PX,
    maxDifference: MAX_CHANNEL_DIFFERENCE,
  });
}

/** Runs in the browser. */
async function comparePictures(input: {
  shot: string;
  kept: string | undefined;
  cell: number;
  maxDifference: number;
}): Promise<Comparison> {
  const { shot, kept, cell, maxDifference } = input;
  const decode = async (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const full = await decode(shot);
  const [columns, rows] = [Math.floor(full.width / cell), Math.floor(full.height / cell)];
  const reduced = new ImageData(columns, rows);
  for (let at = 0; at < columns * rows; at += 1) {
    const [left, top] = [(at % columns) * cell, Math.floor(at / columns) * cell];
    const sums = [0, 0, 0];
    for (let pixel = 0; pixel < cell * cell; pixel += 1) {
      const from = ((top + Math.floor(pixel / cell)) * full.width + left + (pixel % cell)) * 4;
      for (const channel of [0, 1, 2])
        sums[channel] = (sums[channel] ?? 0) + (full.data[from + channel] ?? 0);
    }
    for (const channel of [0, 1, 2])
      reduced.data[at * 4 + channel] = Math.round((sums[channel] ?? 0) / cell ** 2);
    reduced.data[at * 4 + 3] = 255;
  }
  const canvas = new OffscreenCanvas(columns, rows);
  (canvas.getContext('2d') as OffscreenCanvasRenderingContext2D).putImageData(reduced, 0, 0);
  const png = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  const picture = btoa(Array.from(png, byte => String.fromCharCode(byte)).join(''));
  const region = { left: full.width, top: full.height, right: 0, bottom: 0 };
  if (kept === undefined) return { picture, changedShare: 0, region };
  const before = await decode(kept);
  let changed = 0;
  for (let at = 0; at < columns * rows; at += 1) {
    const isEqual =
      before.width === columns &&
      before.height === rows &&
      [0, 1, 2].every(
        channel =>
          Math.abs((before.data[at * 4 + channel] ?? 0) - (reduced.data[at * 4 + channel] ?? 0)) <=
          maxDifference,
      );
    if (isEqual) continue;
    changed += 1;
    const [left, top] = [(at % columns) * cell, Math.floor(at / columns) * cell];
    region.left = Math.min(region.left, left);
    region.top = Math.min(region.top, top);
    region.right = Math.max(region.right, left + cell);
    region.bottom = Math.max(region.bottom, top + cell);
  }
  return { picture, changedShare: changed / (columns * rows), region };
}
