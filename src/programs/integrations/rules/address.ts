import type { Source } from '../model.ts';

/** Returns the path to which a shop system posts, on the public address. */
export function toInboundPath(source: Source, id: string): string {
  return `/api/v1/inbound/${source}/${id}`;
}
