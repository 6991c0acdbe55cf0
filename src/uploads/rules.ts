/** The path of uploads below PUBLIC_URL. */
const UPLOADS_PATH = '/api/v1/uploads/';

/** Returns the absolute URL of an upload. */
export function toUploadUrl(publicUrl: string, id: string): string {
  return `${publicUrl}${UPLOADS_PATH}${id}`;
}

/**
 * Returns the part of a URL after our upload path, where an upload's id is expected; undefined for any other URL.
 * Ignores scheme, port, letter case, encoding, query and doubled slashes, because they lead to the same file. The caller
 * rejects text that is not an upload's id.
 */
export function parseUploadId(publicUrl: string, address: string): string | undefined {
  const url = new URL(address);
  if (normalizeHost(new URL(publicUrl)) !== normalizeHost(url)) return undefined;
  const prefix = normalizePath(UPLOADS_PATH);
  const path = normalizePath(url.pathname);
  return `${path}/`.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined;
}

function normalizeHost({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
}

function normalizePath(pathname: string): string {
  return decodeSafely(pathname)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
}

/** Leaves undecodable text unchanged, which then matches no upload. */
function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Files that an owner may upload in 24 hours. */
const MAX_DAILY_FILES = { person: 100, business: 1_000 };
const MIB = 1024 * 1024;

/**
 * Explains which quota an upload of this size would exceed; undefined if it fits.
 * @param used the owner's uploads of the last 24 hours
 */
export function quotaProblem(
  used: { files: number; bytes: number },
  sizeBytes: number,
  { isBusiness, maxBytes }: { isBusiness: boolean; maxBytes: number },
): { limit: string; used: string; maximum: number } | undefined {
  const maxFiles = isBusiness ? MAX_DAILY_FILES.business : MAX_DAILY_FILES.person;
  if (used.files >= maxFiles)
    return { limit: `${maxFiles} uploads`, used: `${used.files} of ${maxFiles}`, maximum: maxFiles };
  if (used.bytes + sizeBytes <= maxBytes) return undefined;
  const limit = mebibytes(maxBytes);
  return {
    limit: `${limit} MiB of uploads`,
    used: `${mebibytes(used.bytes)} of ${limit} MiB`,
    maximum: maxBytes,
  };
}

/** Formats mebibytes with up to two decimals. */
function mebibytes(bytes: number): number {
  return Number((bytes / MIB).toFixed(2));
}
