import { basename, join } from 'node:path';

/** A gzipped asset; nearly every browser accepts gzip. */
export interface Asset {
  contentType: string;
  /** gzip, in base64. */
  packed: string;
}

/** The pages' scripts and styles under content-hashed names. */
export interface Bundle {
  assets: Record<string, Asset>;
  /** Runs before the first paint so that the chosen theme doesn't flash. */
  theme: string;
  entry: string;
  style: string;
  /** Static imports of the entry, preloaded in parallel with it. */
  preloads: string[];
}

/** Inlined by cli/build.ts; undefined when running from source. */
declare const PERKMINT_PAGES: Bundle | undefined;

const SOURCES = join(import.meta.dir, '..', 'dashboard');
const ENTRIES = { entry: 'app.tsx', theme: 'theme.ts', style: 'styles/index.css' };
const TYPES: Record<string, string> = {
  js: 'text/javascript;charset=utf-8',
  css: 'text/css;charset=utf-8',
  svg: 'image/svg+xml',
};
/** Matches static imports only; dynamic imports have a parenthesis. */
const CHUNK_IMPORT = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;

let bundle: Promise<Bundle> | undefined;

/** Returns the inlined bundle, or builds it once when running from source. */
export function loadBundle(): Promise<Bundle> {
  bundle ??= typeof PERKMINT_PAGES === 'undefined' ? buildBundle() : Promise.resolve(PERKMINT_PAGES);
  return bundle;
}

/**
 * Builds the pages, one chunk each.
 * @throws AggregateError when the sources do not compile
 */
export async function buildBundle(): Promise<Bundle> {
  const { outputs } = await Bun.build({
    entrypoints: Object.values(ENTRIES).map(file => join(SOURCES, file)),
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    naming: '[name]-[hash].[ext]',
    jsx: { runtime: 'automatic', importSource: 'preact', development: false },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const texts = new Map<string, string>();
  for (const output of outputs) texts.set(basename(output.path), await output.text());
  const named = (file: string) => {
    const [stem = '', extension = ''] = basename(file)
      .replace(/\.tsx?$/, '.js')
      .split('.');
    return [...texts.keys()].find(name => name.startsWith(`${stem}-`) && name.endsWith(extension)) as string;
  };
  const entry = named(ENTRIES.entry);
  return {
    assets: Object.fromEntries([...texts].map(([name, text]) => [name, toAsset(name, text)])),
    theme: named(ENTRIES.theme),
    entry,
    style: named(ENTRIES.style),
    preloads: listStaticImports(entry, texts),
  };
}

function toAsset(name: string, text: string): Asset {
  const extension = name.split('.').at(-1) ?? '';
  const bytes = Bun.gzipSync(new TextEncoder().encode(text), { level: 9 });
  return {
    contentType: TYPES[extension] ?? 'application/octet-stream',
    packed: Buffer.from(bytes).toString('base64'),
  };
}

/** Collects the chunks that a script imports statically. */
function listStaticImports(name: string, texts: Map<string, string>, found = new Set<string>()): string[] {
  for (const [, chunk = ''] of (texts.get(name) ?? '').matchAll(CHUNK_IMPORT)) {
    if (!found.has(chunk)) listStaticImports(chunk, texts, found.add(chunk));
  }
  return [...found];
}
