import type { Ctx } from '../../context.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { detectMediaType } from '../../platform/media-type.ts';
import type { OutboundResponse } from '../../platform/outbound/client.ts';
import { OutboundError } from '../../platform/outbound/errors.ts';
import { requireReadable } from '../../tenancy.ts';
import type { LinkPreview } from '../model.ts';
import { getPreviewRequest, type PostDescription, parseDescription } from '../rules/link-preview.ts';
import * as store from '../store.ts';

const TIMEOUT_MS = 4 * SECOND_MS;
const MAX_DESCRIPTION_BYTES = 64 * 1024;
/** Larger than the preview pictures of platforms, which have 10 to 100 kB. */
const MAX_IMAGE_BYTES = 256 * 1024;
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

const NONE: LinkPreview = { provider: null, title: null, author: null, image: null };

/**
 * Returns the title, author and picture of the post to which a submission links, as its platform describes them. All fields
 * are null if the platform describes no posts, doesn't answer, or LINK_PREVIEWS is off. The picture passes through the
 * server, so that no other host learns who reviews it.
 * @throws NOT_FOUND
 */
export async function getLinkPreview(ctx: Ctx, id: string): Promise<LinkPreview> {
  const { proofUrl } = requireReadable(ctx.actor, 'submission', await store.find(ctx.db, id));
  const description = await describePost(ctx, proofUrl);
  if (!description) return NONE;
  const { title, author, imageUrl } = description;
  const provider = getPreviewRequest(proofUrl)?.provider ?? null;
  return { provider, title, author, image: imageUrl && (await readImage(ctx, imageUrl)) };
}

/** Returns an image as a data URL; null for anything else, whatever type it claims to have. */
async function readImage(ctx: Ctx, url: string): Promise<string | null> {
  const { bytes } = (await fetchFrom(ctx, url, MAX_IMAGE_BYTES)) ?? {};
  if (!bytes || bytes.length === MAX_IMAGE_BYTES) return null;
  const type = await detectMediaType(bytes);
  if (!type || !IMAGE_TYPES.includes(type)) return null;
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

async function describePost(ctx: Ctx, link: string): Promise<PostDescription | undefined> {
  const request = ctx.config.linkPreviews === 'on' ? getPreviewRequest(link) : undefined;
  if (!request) return undefined;
  const response = await fetchFrom(ctx, request.url, MAX_DESCRIPTION_BYTES);
  return response && parseDescription(response.body);
}

/** Returns a successful response; undefined for any other. A preview is never worth an error. */
async function fetchFrom(ctx: Ctx, url: string, maxBytes: number): Promise<OutboundResponse | undefined> {
  const request = { url, method: 'GET', headers: { accept: '*/*' }, timeoutMs: TIMEOUT_MS, maxBytes };
  try {
    const response = await ctx.outbound.send(request);
    return response.status === 200 ? response : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}
