import { afterEach, expect, test } from 'bun:test';
import { type Setup, setup } from '../campaigns/fixture.ts';
import { createSquare, upload } from './files.ts';

let ctx: Setup;
afterEach(() => ctx.close());

/** Sets a logo. @returns the paths of the shop's icons */
async function setLogo(file: Uint8Array<ArrayBuffer>, { isEarlier = false } = {}): Promise<string[]> {
  const { data: logo } = await upload(ctx, file, ctx.business.token);
  if (isEarlier)
    await ctx.app.services.database.transaction(async tx => {
      await tx.run('update uploads set pixels = null');
    });
  const change = { logoUploadId: logo.id };
  const { status, data } = await ctx.call('PUT', '/business', change, { as: ctx.business.token });
  expect(status).toBe(200);
  return [180, 192, 512].map(size => `/s/${data.slug}/icons/${size}?v=${logo.id}`);
}

/** Reads pictures at the same time. @returns their widths */
async function readWidths(paths: string[]): Promise<number[]> {
  return await Promise.all(
    paths.map(async path => {
      const response = await ctx.send(new Request(`http://localhost${path}`));
      return (await new Bun.Image(await response.arrayBuffer()).metadata()).width;
    }),
  );
}

/** Notes what the thread draws from now on. */
function watchDrawing(): string[] {
  const kinds: string[] = [];
  const { previewRenderer } = ctx.app.services;
  const run = previewRenderer.run.bind(previewRenderer);
  previewRenderer.run = (input, signal) => {
    kinds.push((input as { kind: string }).kind);
    return run(input, signal);
  };
  return kinds;
}

test('a logo of an earlier version with too many pixels is replaced by the icon of the app', async () => {
  ctx = await setup();
  const icons = await setLogo(createSquare(5_001), { isEarlier: true });
  const kinds = watchDrawing();
  expect(await readWidths(icons)).toEqual([180, 192, 512]);
  expect(kinds.sort()).toEqual(['recolored', 'recolored', 'recolored', 'scaled']);
});

test('a logo is decoded once, in the thread, for all icons and the picture of the link', async () => {
  ctx = await setup();
  const icons = await setLogo(createSquare(100));
  const preview = `${icons[0]?.split('/icons')[0]}/preview.png`;
  const kinds = watchDrawing();
  expect(await readWidths([...icons, preview])).toEqual([180, 192, 512, 1200]);
  expect(await readWidths([...icons, preview])).toEqual([180, 192, 512, 1200]);
  expect(kinds.sort()).toEqual(['icon', 'icon', 'icon', 'preview', 'scaled']);
});
