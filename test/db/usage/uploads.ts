import { PART_BYTES } from '../../../db/file-parts.ts';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { type BusinessFixture, CAMPAIGN } from '../../support/accounts.ts';
import { pictureForm } from '../../support/fixtures.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Uploads a screenshot that is submitted and read by both sides, and one that is unused and due for deletion. */
export async function useUploads(
  ctx: TestApp,
  owner: BusinessFixture,
  guest: { token: string; userId: string },
) {
  const post = async (path: string, body: object, as: string) =>
    (await ctx.call('POST', path, body, { as })).data;
  const upload = async () =>
    (await ctx.call('POST', '/uploads', undefined, { as: guest.token, raw: pictureForm() })).data;
  const { id: campaignId } = await post('/campaigns', { ...CAMPAIGN, launch: true }, owner.token);
  const { id, url } = await upload();
  await post('/submissions', { campaignId, proofUrl: url }, guest.token);
  for (const as of [guest.token, owner.token]) await ctx.call('GET', `/uploads/${id}`, undefined, { as });
  const proofUrl = 'https://instagram.com/p/on-behalf';
  await post('/submissions', { campaignId, proofUrl, userId: guest.userId }, owner.token);
  await upload();
  await useDatabaseStorage(ctx);
  ctx.clock.advance(DAY_MS);
}

/** Writes, reads and deletes a file of two parts in the database. */
async function useDatabaseStorage({ app: { services } }: TestApp): Promise<void> {
  const storage = services.files.get('database');
  await storage.put('upl_large', new Uint8Array(PART_BYTES + 1), 'image/png');
  await new Response(await storage.get('upl_large')).arrayBuffer();
  await storage.delete('upl_large');
}
