import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json';
import { LOCALES, type Locale } from '../platform/locales.ts';

/** A gzipped asset; nearly every browser accepts gzip. */
export interface Asset {
  contentType: string;
  /** gzip, in base64. */
  packed: string;
}

/** The pages' scripts, styles, fonts and icons; scripts and styles have content-hashed names. */
export interface Bundle {
  assets: Record<string, Asset>;
  /** Runs before the first paint: applies the theme and requests the session. */
  early: string;
  entry: string;
  /** The service worker, without its list of files (worker.ts). */
  worker: string;
  /** The files with which customers open their codes and cards without a connection. */
  offline: string[];
  /** The message catalogs of these files, by language. */
  offlineCatalogs: Record<string, string[]>;
  /** The whole style of the pages of customers and visitors. */
  customerStyle: string;
  /** The whole style of the dashboard. */
  dashboardStyle: string;
  /** Static imports of the entry, preloaded in parallel with it. */
  preloads: string[];
  /** The chunk of each page with its static imports, by the path of its route, preloaded with the entry. */
  pages: Record<string, string[]>;
  /** The message catalogs of each chunk by language, preloaded with the chunk. */
  catalogs: Record<string, Partial<Record<Locale, string[]>>>;
}

/**
 * The file that cli/build.ts embeds in the binary, with the bundle as JSON. As a part of the program, the pages would be
 * loaded with it and be stored twice, as source and as bytecode.
 */
export const BUNDLE_FILE = 'pages.bundle';

const SOURCES = join(import.meta.dir, '..', 'dashboard');
/** Fonts by the name under which styles request them; a changed font needs a new number, because browsers keep them. */
const FONTS = ['figtree-1.woff2', 'figtree-accents-3.woff2', 'figtree-extended-1.woff2'] as const;
/**
 * The QR code reader of browsers without one of their own, loaded when the camera is first opened. Its name has the version
 * that the page asks for; see src/dashboard/data/qr-reader.ts.
 */
const QR_READER = `zxing-reader-${manifest.dependencies['zxing-wasm']}.wasm`;
/** Icons of the app by the name under which pages request them, numbered like the fonts. Their source is LOGO. */
const ICONS = {
  favicon: 'icon-32-1.png',
  touch: 'icon-180-1.png',
  small: 'icon-192-1.png',
  large: 'icon-512-1.png',
} as const;
/** The font of all pages; the others are loaded for letters with accents, and for those of Polish, Turkish and others. */
export const [MAIN_FONT] = FONTS;
/** Base path of scripts, styles, fonts and icons. */
export const ASSETS_PATH = '/assets';
/** Paths of the icons; the large ones fill their square, so that a system may cut them to its shape. */
export const ICON_PATHS = {
  favicon: `${ASSETS_PATH}/${ICONS.favicon}`,
  touch: `${ASSETS_PATH}/${ICONS.touch}`,
  small: `${ASSETS_PATH}/${ICONS.small}`,
  large: `${ASSETS_PATH}/${ICONS.large}`,
};
const ENTRIES = {
  entry: 'app.tsx',
  early: 'early.ts',
  worker: 'worker.ts',
  customerStyle: 'styles/for-customers.css',
  dashboardStyle: 'styles/for-dashboard.css',
};
const TYPES: Record<string, string> = {
  js: 'text/javascript;charset=utf-8',
  css: 'text/css;charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
  png: 'image/png',
};
/** The pages that open without a connection, with all that they load on demand. */
const OFFLINE_PAGES = [
  '/',
  '/login',
  '/s/:slug',
  '/my/rewards',
  '/my/account',
  '/my/programs',
  '/my/programs/:id',
  '/my/submissions',
  '/my/submissions/:id',
];
const ANY_IMPORT = /(?:from|import)\s*\(?"\.\/([\w.-]+\.js)"/g;
/** Matches static imports only; dynamic imports have a parenthesis. */
const CHUNK_IMPORT = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;
/** A route in the bundled code: its path and the chunk of its page. */
const ROUTE_IMPORT = /path:"([^"]+)".*?import\("\.\/([\w.-]+\.js)"\)/gs;
/** The import of an area's catalogs by language (dashboard/messages), which Bun's bundler can't follow. */
const ANY_CATALOG = /locale => import\(`\.\/\$\{locale\}\.json`\)/;
const CATALOGS = `locale => ({${LOCALES.map(locale => `${locale}: () => import('./${locale}.json')`)}})[locale]()`;
/** An entry of CATALOGS in the bundled code: its language and chunk. */
const CATALOG_IMPORT = new RegExp(
  `\\b(${LOCALES.join('|')}):\\(\\)=>.{0,24}?import\\("\\./([\\w.-]+\\.js)"\\)`,
  'g',
);

let bundle: Promise<Bundle> | undefined;

/** Returns the embedded bundle, or builds it once when running from source. */
export function loadBundle(): Promise<Bundle> {
  bundle ??= readEmbeddedBundle() ?? buildBundle({ hasStyleguide: true });
  return bundle;
}

function readEmbeddedBundle(): Promise<Bundle> | undefined {
  const files = Bun.embeddedFiles as readonly (Blob & { name?: string })[];
  return files.find(({ name }) => name === BUNDLE_FILE)?.json();
}

/**
 * Builds the pages, one chunk each.
 * @param options.hasStyleguide adds /dashboard/styleguide, which a released binary doesn't have
 * @throws AggregateError when the sources do not compile
 */
export async function buildBundle({ hasStyleguide = false } = {}): Promise<Bundle> {
  const { outputs } = await Bun.build({
    entrypoints: Object.values(ENTRIES).map(file => join(SOURCES, file)),
    target: 'browser',
    format: 'esm',
    splitting: true,
    // The document preloads the chunks of its page; Bun's way puts a table of all chunks into each script, which is 3 kB.
    modulePreload: false,
    minify: true,
    naming: '[name]-[hash].[ext]',
    // Bun would inline the fonts into the style, which would delay the first paint.
    external: [`${ASSETS_PATH}/*`],
    plugins: [{ name: 'messages', setup: importMessages }],
    jsx: { runtime: 'automatic', importSource: 'preact', development: false },
    define: {
      'process.env.NODE_ENV': '"production"',
      PERKMINT_STYLEGUIDE: String(hasStyleguide),
    },
  });
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const texts = new Map<string, string>();
  for (const output of outputs) {
    const name = basename(output.path);
    files.set(name, new Uint8Array(await output.arrayBuffer()));
    if (/\.(?:js|css)$/.test(name)) texts.set(name, await output.text());
  }
  for (const font of FONTS) files.set(font, await Bun.file(join(SOURCES, 'vendor', font)).bytes());
  for (const icon of Object.values(ICONS))
    files.set(icon, await Bun.file(join(SOURCES, 'icons', icon)).bytes());
  const reader = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  files.set(QR_READER, await Bun.file(reader).bytes());
  const named = (file: string) => {
    const [stem = '', extension = ''] = basename(file)
      .replace(/\.tsx?$/, '.js')
      .split('.');
    return [...texts.keys()].find(name => name.startsWith(`${stem}-`) && name.endsWith(extension)) as string;
  };
  const entry = named(ENTRIES.entry);
  const preloads = listStaticImports(entry, texts);
  const pages = listPageChunks(entry, preloads, texts);
  const customerStyle = named(ENTRIES.customerStyle);
  const early = named(ENTRIES.early);
  const catalogs = listCatalogs(texts);
  const chunks = listOfflineChunks(entry, preloads, pages, texts, catalogs);
  return {
    assets: Object.fromEntries([...files].map(([name, bytes]) => [name, toAsset(name, bytes)])),
    early,
    entry,
    worker: named(ENTRIES.worker),
    offline: [early, customerStyle, ...FONTS, ...chunks],
    offlineCatalogs: listOfflineCatalogs(chunks, texts, catalogs),
    customerStyle,
    dashboardStyle: named(ENTRIES.dashboardStyle),
    preloads,
    pages,
    catalogs,
  };
}

/** Makes a chunk of each catalog of messages, without the export per key that Bun adds to JSON. */
function importMessages(build: Bun.PluginBuilder): void {
  build.onLoad({ filter: /messages\/\w+\/index\.ts$/ }, async ({ path }) => {
    const source = await Bun.file(path).text();
    if (!ANY_CATALOG.test(source)) throw new Error(`${path} must import its catalogs like the other areas`);
    return { contents: source.replace(ANY_CATALOG, CATALOGS), loader: 'ts' };
  });
  build.onLoad({ filter: /messages\/\w+\/\w\w\.json$/ }, async ({ path }) => ({
    contents: `export default ${await Bun.file(path).text()}`,
    loader: 'js',
  }));
}

/** Returns the catalogs that each chunk loads, by language. */
function listCatalogs(texts: Map<string, string>): Bundle['catalogs'] {
  const catalogs: Bundle['catalogs'] = {};
  for (const [name, text] of texts)
    for (const [, locale, file = ''] of text.matchAll(CATALOG_IMPORT)) {
      const own = catalogs[name] ?? {};
      const files = own[locale as Locale] ?? [];
      catalogs[name] = { ...own, [locale as Locale]: [...files, file] };
    }
  return catalogs;
}

/** Returns the chunks of each route that the entry's script does not import. */
function listPageChunks(
  entry: string,
  preloads: string[],
  texts: Map<string, string>,
): Record<string, string[]> {
  const loaded = [entry, ...preloads];
  const routes = (texts.get(entry) ?? '').matchAll(ROUTE_IMPORT);
  return Object.fromEntries(
    [...routes].map(([, path = '', chunk = '']) => [
      path,
      [chunk, ...listStaticImports(chunk, texts)].filter(name => !loaded.includes(name)),
    ]),
  );
}

/** Slower and 3% smaller than zlib's best level. */
export const PACKING = { library: 'libdeflate', level: 12 } as const;

function toAsset(name: string, bytes: Uint8Array<ArrayBuffer>): Asset {
  const extension = name.split('.').at(-1) ?? '';
  return {
    contentType: TYPES[extension] ?? 'application/octet-stream',
    packed: Buffer.from(Bun.gzipSync(bytes, PACKING)).toString('base64'),
  };
}

/** Collects the chunks that a script imports statically. */
function listStaticImports(name: string, texts: Map<string, string>, found = new Set<string>()): string[] {
  for (const [, chunk = ''] of (texts.get(name) ?? '').matchAll(CHUNK_IMPORT)) {
    if (!found.has(chunk)) listStaticImports(chunk, texts, found.add(chunk));
  }
  return [...found];
}

/** Returns the catalogs of these chunks, with what they import, by language. */
function listOfflineCatalogs(
  chunks: string[],
  texts: Map<string, string>,
  catalogs: Bundle['catalogs'],
): Bundle['offlineCatalogs'] {
  const list = (locale: Locale) => {
    const files = chunks.flatMap(chunk => catalogs[chunk]?.[locale] ?? []);
    const imported = files.flatMap(file => listStaticImports(file, texts));
    return [...new Set([...files, ...imported])].filter(file => !chunks.includes(file));
  };
  return Object.fromEntries(LOCALES.map(locale => [locale, list(locale)]));
}

/**
 * Returns the scripts of the pages that open without a connection, with all that they load on demand except the catalogs of
 * messages, of which a visitor needs one language.
 */
function listOfflineChunks(
  entry: string,
  preloads: string[],
  pages: Bundle['pages'],
  texts: Map<string, string>,
  catalogs: Bundle['catalogs'],
): string[] {
  const found = new Set<string>();
  const messages = new Set(Object.values(catalogs).flatMap(byLocale => Object.values(byLocale).flat()));
  const routes = new Set(
    [...(texts.get(entry) ?? '').matchAll(ROUTE_IMPORT)].map(([, , chunk = '']) => chunk),
  );
  const addImports = (name: string) => {
    if (found.has(name) || messages.has(name)) return;
    found.add(name);
    // The entry imports every page, but the frame's other parts only for these pages.
    const isFrame = name === entry || preloads.includes(name);
    for (const [, chunk = ''] of (texts.get(name) ?? '').matchAll(ANY_IMPORT))
      if (!isFrame || !routes.has(chunk)) addImports(chunk);
  };
  for (const name of [entry, ...preloads, ...OFFLINE_PAGES.map(page => pages[page]?.[0] as string)])
    addImports(name);
  return [...found];
}
