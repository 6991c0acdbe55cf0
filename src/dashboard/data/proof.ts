import type { Submission } from '../../submissions/model.ts';

/** The path of a proof that was uploaded here, as the server says; undefined for a link, whatever it looks like. */
export function uploadPathOf({ upload }: Submission): string | undefined {
  return upload ? `/api/v1/uploads/${upload.id}` : undefined;
}

/** Can the proof be shown on the page? */
export function isPicture({ upload }: Submission): boolean {
  return upload?.contentType.startsWith('image/') ?? false;
}
