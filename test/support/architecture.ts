import { listUncheckedCalls } from './intl-calls.ts';
import type { SourceFile } from './source-files.ts';
/** The limit; a file is better below 300 lines, and is split by subject, not by length. */
export const MAX_LINES = 400;

/** A rule reports its violations in a file; an empty list means that the file complies. */
export interface Rule {
  name: string;
  violations(file: SourceFile): string[];
}

const within = (path: string, ...places: string[]) => places.some(place => path.startsWith(place));

/** Domains in dependency order: each may import only those before it. */
export const DOMAINS = [
  'updates',
  'installation',
  'urgent-mails',
  'events',
  'slugs',
  'uploads',
  'businesses',
  'people',
  'mandates',
  'auth',
  'apps',
  'export-links',
  'places',
  'reference',
  'ledger',
  'plans',
  'rewards',
  'programs',
  'suggestions',
  'campaigns',
  'currencies',
  'shops',
  'connections',
  'submissions',
  'notifications',
  'influencers',
  'exchange',
  'statistics',
  'verification',
  'recommendations',
  'mailings',
  'passes',
  'merges',
  'planner',
  'billing',
  'webhooks',
  'privacy',
  'claims',
  'test-mode',
  'system',
];

/** The domain of a path, if any. */
export function domainOf(path: string): string | undefined {
  const [top, folder, file] = path.split('/');
  return top === 'src' && file && folder && DOMAINS.includes(folder) ? folder : undefined;
}

/**
 * The layers from the bottom to the top: a file imports only its own layer and those before it. The dashboard is a
 * client of the API, like the CLI, so it is above the app whose type it uses.
 */
export const LAYERS: { name: string; includes(path: string): boolean }[] = [
  { name: 'enums', includes: path => path === 'db/enums.ts' },
  { name: 'errors', includes: path => path === 'src/errors.ts' },
  { name: 'platform', includes: path => within(path, 'src/platform/') },
  { name: 'config', includes: path => within(path, 'src/config/') },
  { name: 'db', includes: path => within(path, 'db/') },
  { name: 'library', includes: path => within(path, 'src/library/', 'seed/load.ts') },
  { name: 'context', includes: path => path === 'src/context.ts' },
  {
    name: 'due work and tenancy',
    includes: path => ['src/due-work.ts', 'src/tenancy.ts'].includes(path),
  },
  { name: 'domains', includes: path => domainOf(path) !== undefined },
  { name: 'http', includes: path => within(path, 'src/http/') },
  { name: 'texts of the guides', includes: path => path === 'src/guides/index.ts' },
  { name: 'describe', includes: path => within(path, 'src/describe/') },
  { name: 'protocols and pages', includes: path => within(path, 'src/mcp/', 'src/pages/', 'src/guides/') },
  { name: 'routes', includes: path => within(path, 'src/routes/') },
  { name: 'app', includes: path => path === 'src/app.ts' },
  { name: 'jobs', includes: path => within(path, 'src/jobs/') },
  { name: 'clients', includes: path => within(path, 'cli/', 'src/dashboard/', 'seed/') },
];

/** Returns the index of a path's layer; data files and packages have none. */
function layerOf(path: string): number | undefined {
  if (!/\.tsx?$/.test(path) || !within(path, 'src/', 'db/', 'cli/', 'seed/')) return undefined;
  const index = LAYERS.findIndex(layer => layer.includes(path));
  if (index === -1) throw new Error(`${path} belongs to no layer: add its folder to LAYERS or DOMAINS`);
  return index;
}

const isStore = (path: string) => /\/([\w-]+-)?store\.ts$/.test(path) || /\/store\/[\w-]+\.ts$/.test(path);
const isRules = (path: string) => /^src\/\w+\/(\w+\/)?rules(\.ts$|\/)/.test(path);
const isPage = (path: string) => within(path, 'src/dashboard/');
const isPackage = (name: string, ...packages: string[]) =>
  packages.some(wanted => name === wanted || name.startsWith(`${wanted}/`));

/** Which files may import the packages that define a layer. */
const PACKAGES: { packages: string[]; allows(path: string): boolean }[] = [
  {
    packages: ['elysia', '@elysiajs', 'elysia-rate-limit'],
    allows: path =>
      within(path, 'src/http/', 'src/routes/') ||
      ['src/app.ts', 'src/jobs/index.ts', 'src/dashboard/data/api.ts'].includes(path),
  },
  { packages: ['drizzle-orm'], allows: path => within(path, 'db/') || isStore(path) },
  { packages: ['preact', '@preact'], allows: isPage },
  { packages: ['commander'], allows: path => within(path, 'cli/') },
];

interface Capability {
  what: string;
  pattern: RegExp;
  allows(path: string): boolean;
}

/** The database opens and migrates before there is a context that provides a clock. */
const mayReadClock = (path: string) => within(path, 'src/platform/', 'db/');

/** The runtime of the TypeScript client, which is served as text and runs elsewhere. */
const isClient = (path: string) => within(path, 'src/describe/typescript/runtime/');

/** APIs that only one module may use. Pages are exempt: browsers have their own clock and IDs. */
const CAPABILITIES: Capability[] = [
  {
    what: 'process.env',
    pattern: /\bprocess\.env\b|\bBun\.env\b/,
    allows: path => within(path, 'src/config/'),
  },
  {
    what: 'Date.now()',
    pattern: /\bDate\.now\b/,
    allows: path => mayReadClock(path) || isPage(path) || isClient(path),
  },
  { what: 'new Date()', pattern: /\bnew Date(\(\)|\s*[;,)])/, allows: mayReadClock },
  { what: 'Math.random', pattern: /\bMath\.random\b/, allows: path => mayReadClock(path) || isClient(path) },
  {
    what: 'the ids and random bytes of the platform',
    pattern: /\brandomUUID(v7)?\b|\bgetRandomValues\b|\brandomBytes\b/,
    allows: path => mayReadClock(path) || isPage(path) || isClient(path),
  },
  {
    what: 'the hash of a new password, which only the policy creates',
    pattern: /\bpasswords\.hash\(/,
    // PINs have a policy of their own.
    allows: path => ['src/auth/password-policy.ts', 'src/platform/security/pins.ts'].includes(path),
  },
  {
    what: 'a connection to a database file, which file.ts opens so that erased data leaves no copies',
    pattern: /\bnew (Sqlite|Database)\(/,
    // The server's own, the lock beside the data, and a description in memory.
    allows: path =>
      within(path, 'db/sqlite/file.ts', 'db/sqlite/open.ts', 'db/sqlite/lock.ts', 'db/postgres/derive.ts'),
  },
  {
    what: 'the global fetch',
    pattern: /(?<!function )(?<![.\w$])fetch\(|\b(globalThis|Bun)\.fetch\b/,
    // The CLI and the pages call the server that their operator or browser names. A page's first script imports nothing.
    allows: path =>
      isClient(path) ||
      within(
        path,
        'src/platform/',
        'cli/',
        'src/dashboard/data/api.ts',
        'src/dashboard/early.ts',
        'src/dashboard/worker.ts',
      ),
  },
];

const isModel = (path: string) => /^src\/[\w-]+\/(\w+\/)?([\w-]+-)?model\.ts$/.test(path);
/** Lists of values, the reading of CSV files and numbers, and the formatting of texts, that pages and the server share. */
const isEnums = (path: string) =>
  /^(db\/enums|src\/platform\/(brand-names|countries|digits|intl|locales|currenc[\w-]+|csv(-reader)?|cut-text|message-format|number-text)|src\/programs\/imports\/rules\/columns)\.ts$/.test(
    path,
  );

/** Rules about the roles inside a domain, beyond the order of layers. */
const ROLES: { role: string; includes(path: string): boolean; mayImport(target: string): boolean }[] = [
  {
    role: 'a model',
    includes: isModel,
    mayImport: target =>
      isModel(target) || isEnums(target) || within(target, 'src/platform/', 'src/errors.ts', 'src/library/'),
  },
  {
    role: 'rules',
    includes: isRules,
    mayImport: target =>
      !isStore(target) && !/\/service(\.ts|\/)/.test(target) && target !== 'src/context.ts',
  },
  {
    role: 'a page',
    includes: isPage,
    mayImport: target =>
      isPage(target) || isEnums(target) || isModel(target) || within(target, 'src/app.ts', 'src/errors.ts'),
  },
];

const isOurs = (target: string) => /^(src|db|cli|seed|test)\//.test(target);

export const RULES: Rule[] = [
  {
    name: 'packages stay in their layer',
    violations: ({ path, imports }) =>
      PACKAGES.filter(({ allows }) => !allows(path)).flatMap(({ packages }) =>
        imports.filter(target => isPackage(target, ...packages)).map(target => `imports ${target}`),
      ),
  },
  {
    name: 'settings, time, randomness and the network have one module each',
    violations: ({ path, code }) =>
      CAPABILITIES.filter(({ allows, pattern }) => !allows(path) && pattern.test(code)).map(
        ({ what }) => `uses ${what}`,
      ),
  },
  {
    name: 'no import runs up, type imports included',
    violations: ({ path, imports }) => {
      const own = layerOf(path) as number;
      return imports.filter(target => (layerOf(target) ?? own) > own).map(target => `imports ${target}`);
    },
  },
  {
    name: 'roles import only what their role allows',
    violations: ({ path, imports }) =>
      ROLES.filter(({ includes }) => includes(path)).flatMap(({ role, mayImport }) =>
        imports
          .filter(target => isOurs(target) && !mayImport(target))
          .map(target => `is ${role} and imports ${target}`),
      ),
  },
  {
    name: 'pages carry no server code: models and the app are imported as types',
    violations: ({ path, runtimeImports }) =>
      isPage(path)
        ? runtimeImports
            .filter(target => isOurs(target) && !isPage(target) && !isEnums(target))
            .map(target => `imports ${target}`)
        : [],
  },
  {
    name: "a domain never imports another domain's store",
    violations: ({ path, imports }) =>
      imports
        .filter(target => isStore(target) && domainOf(target) && domainOf(target) !== domainOf(path))
        .map(target => `imports ${target}`),
  },
  {
    name: 'domains import only those before them',
    violations: ({ path, imports }) => {
      const own = domainOf(path);
      if (!own) return [];
      return [...new Set(imports.map(domainOf))]
        .filter(other => other && DOMAINS.indexOf(other) > DOMAINS.indexOf(own))
        .map(other => `imports ${other}, which comes after ${own}`);
    },
  },
  {
    name: 'rules are pure: they await nothing and know no context',
    violations: ({ path, code }) =>
      isRules(path) && /\b(await|async|ctx|tx)\b/.test(code) ? ['awaits, or knows a context'] : [],
  },
  {
    name: 'formats take languages and time zones from one module',
    // The validation of input keeps none that can't be used.
    violations: ({ path, code }) =>
      within(path, 'src/platform/intl.ts', 'src/platform/formats.ts')
        ? []
        : listUncheckedCalls(code).map(call => `calls ${call}`),
  },
  {
    name: 'objects are not spread in pieces to fit into lines',
    // JSX has no shorter way to pass several properties of the same name.
    violations: ({ text }) => (/(?<!\{)\.\.\.\{\s*\w/.test(text) ? ['spreads an object literal'] : []),
  },
  {
    name: `files stay under ${MAX_LINES} lines`,
    violations: ({ lines }) => (lines >= MAX_LINES ? [`has ${lines} lines`] : []),
  },
];
