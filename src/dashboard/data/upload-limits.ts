/** Copies of the limits in uploads/model.ts, which would pull a validator into the bundle; a test keeps them equal. */
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'];
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Returns why a file would be rejected, or undefined if it can be uploaded. */
export function validateUpload({ type, size }: { type: string; size: number }): string | undefined {
  if (!UPLOAD_TYPES.includes(type)) return 'must be an image (PNG, JPEG, WebP or GIF) or a PDF';
  if (size === 0) return 'is empty; choose another file';
  if (size > MAX_UPLOAD_BYTES)
    return `is ${formatMegabytes(size)}; the limit is ${formatMegabytes(MAX_UPLOAD_BYTES)}`;
  return undefined;
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
