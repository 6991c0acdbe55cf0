import { sha256 } from '../platform/crypto.ts';
import { VERSION } from '../platform/version.ts';
import { ASSETS_PATH, type Bundle } from './bundle.ts';

/** At the root, because a worker serves only what is below its own path. */
export const WORKER_PATH = '/worker.js';
/** A page of every customer, whose document opens the others as well. */
const DOCUMENT_PATH = '/my/rewards';
const VERSION_LENGTH = 16;

/** The worker may only request this server. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

const toPath = (name: string) => `${ASSETS_PATH}/${name}`;

/**
 * Returns the service worker (dashboard/worker.ts) with the list of files that it keeps. Every build has another text, so that
 * browsers notice a new one.
 */
export function buildWorker({ assets, worker, offline, offlineCatalogs }: Bundle): string {
  const build = {
    version: sha256(VERSION + Object.keys(assets).sort().join()).slice(0, VERSION_LENGTH),
    document: DOCUMENT_PATH,
    files: offline.map(toPath),
    catalogs: Object.fromEntries(
      Object.entries(offlineCatalogs).map(([locale, names]) => [locale, names.map(toPath)]),
    ),
  };
  const source = Bun.gunzipSync(Buffer.from(assets[worker]?.packed ?? '', 'base64'));
  return `const BUILD=${JSON.stringify(build)};\n${new TextDecoder().decode(source)}`;
}
