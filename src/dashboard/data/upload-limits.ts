/** As uploads/model.ts has them, which would bring a validator along; a test keeps them equal. */
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'];
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** What is wrong with a file before it is sent; undefined when nothing is. */
export function refusalOf({ type, size }: { type: string; size: number }): string | undefined {
  if (!UPLOAD_TYPES.includes(type)) return 'must be a picture (PNG, JPEG, WebP, GIF) or a PDF';
  if (size === 0) return 'is empty; choose another file';
  if (size > MAX_UPLOAD_BYTES)
    return `is ${megabytes(size)}; at most ${megabytes(MAX_UPLOAD_BYTES)} can be sent`;
  return undefined;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
