import { dirname, join } from 'node:path';

export const MAX_LINES = 300;

/** A file of ours as the rules see it: what it imports and does at run time; types and comments are gone. */
export interface SourceFile {
  path: string;
  lines: number;
  code: string;
  /** Packages by name, files by their path from the root. */
  imports: string[];
}

/** A rule names what it forbids in a file; an empty list means that the file keeps it. */
export interface Rule {
  name: string;
  breaches(file: SourceFile): string[];
}

/** What stands in a string does nothing; a script for browsers is one too. */
const TEXTS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\$]|\$(?!\{))*`/g;
const transpilers = {
  ts: new Bun.Transpiler({ loader: 'ts', target: 'bun' }),
  tsx: new Bun.Transpiler({ loader: 'tsx', target: 'browser' }),
};

export function parse(path: string, source: string): SourceFile {
  const transpiler = transpilers[path.endsWith('.tsx') ? 'tsx' : 'ts'];
  const compiled = transpiler.transformSync(source);
  const code = compiled.replaceAll(TEXTS, "''");
  const imports = transpiler
    .scanImports(compiled)
    .map(({ path: target }) => (target.startsWith('.') ? join(dirname(path), target) : target));
  return { path, lines: source.trimEnd().split('\n').length, code, imports };
}

/** Folders of src that are no domain. */
const NOT_DOMAINS = new Set(['platform', 'http', 'describe', 'dashboard', 'pages', 'mcp']);

/** The domain that a path belongs to; undefined for everything else. */
export function domainOf(path: string): string | undefined {
  const [top, folder, ...rest] = path.split('/');
  return top === 'src' && folder && rest.length > 0 && !NOT_DOMAINS.has(folder) ? folder : undefined;
}

const isRoutes = (path: string) => /^src\/\w+\/routes\.ts$/.test(path);
const isStore = (path: string) => /\/([\w-]+-)?store\.ts$/.test(path) || /\/store\/[\w-]+\.ts$/.test(path);
const isRules = (path: string) => /^src\/\w+\/rules\.ts$/.test(path);
const within = (path: string, ...places: string[]) => places.some(place => path.startsWith(place));
const isPackage = (name: string, ...packages: string[]) =>
  packages.some(wanted => name === wanted || name.startsWith(`${wanted}/`));

/** Who may import the packages that shape a layer. */
const PACKAGES: { packages: string[]; allows(path: string): boolean }[] = [
  {
    packages: ['elysia', '@elysiajs', 'elysia-rate-limit'],
    allows: path =>
      path === 'src/dashboard/data/api.ts' ||
      within(path, 'src/http/') ||
      isRoutes(path) ||
      ['src/app.ts', 'src/jobs.ts'].includes(path),
  },
  { packages: ['drizzle-orm'], allows: path => within(path, 'db/') || isStore(path) },
  { packages: ['preact', '@preact'], allows: path => within(path, 'src/dashboard/') },
  { packages: ['commander'], allows: path => within(path, 'cli/') },
];

interface Deed {
  what: string;
  pattern: RegExp;
  allows(path: string): boolean;
}

const OUTBOUND = /^src\/platform\/outbound/;
/** The database opens and migrates before there is a context to ask. */
const isNearClock = (path: string) => within(path, 'src/platform/', 'db/');
/** The pages run in browsers, which have a clock and ids of their own. */
const isPage = (path: string) => within(path, 'src/dashboard/');

/** Things that only one place may do. */
const DEEDS: Deed[] = [
  { what: 'process.env', pattern: /\bprocess\.env\b|\bBun\.env\b/, allows: path => path === 'src/config.ts' },
  { what: 'Date.now()', pattern: /\bDate\.now\b/, allows: path => isNearClock(path) || isPage(path) },
  { what: 'new Date()', pattern: /\bnew Date(\(\)|\s*[;,)])/, allows: isNearClock },
  { what: 'Math.random', pattern: /\bMath\.random\b/, allows: isNearClock },
  {
    what: 'ids and random bytes of the platform',
    pattern: /\brandomUUID(v7)?\b|\bgetRandomValues\b|\brandomBytes\b/,
    allows: path => isNearClock(path) || isPage(path),
  },
  {
    what: 'the hash of a new password, which only the policy makes',
    pattern: /\bpasswords\.hash\(/,
    allows: path => path === 'src/auth/password-policy.ts',
  },
  {
    what: 'the global fetch',
    pattern: /(?<!function )(?<![.\w$])fetch\(|\b(globalThis|Bun)\.fetch\b/,
    // The CLI calls the server that its operator names, not an address of some user's.
    // The pages call the server that they came from, in one place.
    allows: path => OUTBOUND.test(path) || within(path, 'cli/') || path === 'src/dashboard/data/api.ts',
  },
];

/** What each layer may import of our own files; routes bind the layers and are free of this. */
const LAYERS: { of(path: string): boolean; mayImport: RegExp }[] = [
  { of: path => within(path, 'src/platform/'), mayImport: /^src\/(platform\/|errors\.ts|config\.ts)/ },
  { of: path => within(path, 'db/'), mayImport: /^(db\/|src\/(platform\/|errors\.ts|config\.ts))/ },
  {
    of: path => /^src\/\w+\/model\.ts$/.test(path),
    mayImport: /^(db\/words\.ts|src\/(platform\/|errors\.ts|\w+\/(model|seed-model)\.ts))/,
  },
  {
    of: isRules,
    mayImport:
      /^(db\/words\.ts|src\/(platform|errors\.ts|reference\/)|src\/\w+\/(?!store|service)[\w-]+\.ts)/,
  },
  {
    of: path => domainOf(path) !== undefined && !isRoutes(path),
    mayImport: /^(?!src\/(http|describe|app\.ts|jobs\.ts)|cli\/)/,
  },
  { of: isPage, mayImport: /^(src\/dashboard\/|db\/words\.ts)/ },
  { of: path => within(path, 'src/') && !isPage(path), mayImport: /^(?!src\/dashboard\/)/ },
  { of: path => within(path, 'src/') && path !== 'src/app.ts', mayImport: /^(?!cli\/|src\/app\.ts)/ },
];

const isOurs = (target: string) => /^(src|db|cli|seed|test)\//.test(target);

/** The domains in the order in which they may know each other: each only those before it. */
export const ORDER = [
  'events',
  'businesses',
  'auth',
  'people',
  'reference',
  'ledger',
  'plans',
  'programs',
  'suggestions',
  'campaigns',
  'rewards',
  'uploads',
  'connections',
  'submissions',
  'exchange',
  'verification',
  'recommendations',
  'planner',
  'billing',
];

export const RULES: Rule[] = [
  {
    name: 'packages stay in their layer',
    breaches: ({ path, imports }) =>
      PACKAGES.filter(({ allows }) => !allows(path)).flatMap(({ packages }) =>
        imports.filter(target => isPackage(target, ...packages)).map(target => `imports ${target}`),
      ),
  },
  {
    name: 'settings, time, randomness and the network have one door each',
    breaches: ({ path, code }) =>
      DEEDS.filter(deed => !deed.allows(path) && deed.pattern.test(code)).map(({ what }) => `uses ${what}`),
  },
  {
    name: 'layers know only those below them',
    breaches: ({ path, imports }) =>
      LAYERS.filter(layer => layer.of(path)).flatMap(({ mayImport }) =>
        imports
          .filter(target => isOurs(target) && !mayImport.test(target))
          .map(target => `imports ${target}`),
      ),
  },
  {
    name: "a domain never touches another's store",
    breaches: ({ path, imports }) =>
      imports
        .filter(target => isStore(target) && domainOf(path) && domainOf(target))
        .filter(target => domainOf(target) !== domainOf(path))
        .map(target => `imports ${target}`),
  },
  {
    name: 'domains know only those before them',
    breaches: ({ path, imports }) =>
      knownDomains({ path, imports })
        .filter(other => rankOf(other) > rankOf(domainOf(path) as string))
        .map(other => `knows ${other}, which comes after it`),
  },
  {
    name: 'rules are pure: nothing awaited, no context',
    breaches: ({ path, code }) =>
      isRules(path) && /\b(await|async|ctx|tx)\b/.test(code) ? ['awaits, or knows a context'] : [],
  },
  {
    name: `files stay under ${MAX_LINES} lines`,
    breaches: ({ lines }) => (lines >= MAX_LINES ? [`has ${lines} lines`] : []),
  },
];

/** A domain that is not listed yet may know all listed ones; cycles are looked for apart. */
function rankOf(domain: string): number {
  const rank = ORDER.indexOf(domain);
  return rank === -1 ? ORDER.length : rank;
}

/** The other domains that a file knows; routes bind domains together and stand above them. */
function knownDomains({ path, imports }: Pick<SourceFile, 'path' | 'imports'>): string[] {
  const own = domainOf(path);
  if (!own || isRoutes(path)) return [];
  return [...new Set(imports.map(domainOf))].filter((other): other is string => !!other && other !== own);
}

/** Domains that know each other in a circle, each as the way round. */
export function cyclesOf(files: SourceFile[]): string[] {
  const known = new Map<string, Set<string>>();
  for (const file of files) {
    const domain = domainOf(file.path);
    if (!domain) continue;
    known.set(domain, new Set([...(known.get(domain) ?? []), ...knownDomains(file)]));
  }
  const cycles = new Set<string>();
  const walk = (domain: string, way: string[]): void => {
    const start = way.indexOf(domain);
    if (start !== -1) cycles.add([...way.slice(start), domain].join(' → '));
    else for (const next of known.get(domain) ?? []) walk(next, [...way, domain]);
  };
  for (const domain of known.keys()) walk(domain, []);
  return [...cycles];
}
