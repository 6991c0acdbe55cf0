import type { Submission } from '../../submissions/model.ts';

/** Returns the path of uploaded proof; undefined for a link, even one that looks like an upload. */
export function getUploadPath({ upload }: Submission): string | undefined {
  return upload ? `/api/v1/uploads/${upload.id}` : undefined;
}

/** Returns true if the proof can be shown as an image. */
export function isImage({ upload }: Submission): boolean {
  return upload?.contentType.startsWith('image/') ?? false;
}
