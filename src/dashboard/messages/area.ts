import type { Locale } from '../../platform/locales.ts';
import { HAS_PSEUDO_TEXTS, LOCALE } from './text.ts';

/** Set by pages/bundle.ts: whether the bundle is one for development. */
declare const PERKMINT_STYLEGUIDE: boolean | undefined;

/** Imports a catalog: one chunk per language, which the server preloads with the chunk that uses it (pages/bundle.ts). */
type ImportCatalog<M> = (locale: Locale) => Promise<{ default: M }>;

/** Catalogs that are not loaded yet; each loads once, and again after a failure. */
const pending = new Set<() => Promise<void>>();

/**
 * Returns the texts of one area of the pages in the page's language. They are there once `loadMessages` has resolved, which
 * is before a page renders, so modules must not read them while they are evaluated.
 */
export function defineArea<M extends object>(importCatalog: ImportCatalog<M>): M {
  const area = {} as M;
  let running: Promise<void> | undefined;
  const load = () => {
    running ??= fill(area, importCatalog).then(
      () => void pending.delete(load),
      cause => {
        running = undefined;
        throw cause;
      },
    );
    return running;
  };
  pending.add(load);
  load().catch(() => {});
  return area;
}

async function fill<M extends object>(area: M, importCatalog: ImportCatalog<M>): Promise<void> {
  const { default: messages } = await importCatalog(LOCALE);
  const isPseudo = typeof PERKMINT_STYLEGUIDE !== 'undefined' && PERKMINT_STYLEGUIDE && HAS_PSEUDO_TEXTS;
  Object.assign(area, isPseudo ? (await import('./pseudo.ts')).toPseudo(messages) : messages);
}

/** Waits for the catalogs of all chunks that were loaded. Rejects if one can't be loaded. */
export async function loadMessages(): Promise<void> {
  await Promise.all([...pending].map(load => load()));
}
