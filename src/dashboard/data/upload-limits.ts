/** Copies of the limits in uploads/model.ts, which would pull a validator into the bundle; a test keeps them equal. */
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'];
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

interface FileFacts {
  type: string;
  size: number;
}

/** Returns what is wrong with a file, or undefined if it can be uploaded. */
export function findUploadProblem({ type, size }: FileFacts): 'type' | 'empty' | 'size' | undefined {
  if (!UPLOAD_TYPES.includes(type)) return 'type';
  if (size === 0) return 'empty';
  return size > MAX_UPLOAD_BYTES ? 'size' : undefined;
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
