import { Glob } from 'bun';
import budgets from './size-budgets.json' with { type: 'json' };

/** Prints how large the program is and how many ways it has to do a thing: `bun run size`. */

const KINDS = ['product', 'styles', 'data', 'generated', 'tests'] as const;
type Kind = (typeof KINDS)[number];

interface CountedFile {
  path: string;
  kind: Kind;
  lines: number;
  text: string;
}

/** Ways to do the same thing, by a pattern that each leaves in the code. Fewer ways are better than fewer uses. */
const MECHANISMS: Record<string, Record<string, RegExp>> = {
  'read a list': { listQuery: /\blistQuery\(/g, 'order by': /\border by\b/g },
  validate: { TypeBox: /\bType\.Object\(/g, Value: /\bValue\.\w+\(/g, invalid: /\binvalid\(/g },
  'format money': { formatMoney: /\bformatMoney\(/g, formatCents: /\bformatCents\(/g },
  'format dates': { formatIn: /\bformatIn\(/g, DateTimeFormat: /new Intl\.DateTimeFormat\(/g },
  'format text': { formatText: /\bformatText\(/g, plural: /\bplural\(/g },
  cache: {
    BoundedCache: /new BoundedCache/g,
    ResponseCache: /new \w*ResponseCache/g,
    map: /\.keys\(\)\.next\(\)/g,
  },
  retry: { nextAttempt: /\bnextAttempt\w*\b/g, retry: /\bretry\(/g, backoff: /\bbackoff\b/g },
  'parse numbers': { parseNumber: /\bparseNumber\(/g, Number: /\bNumber(?:\.parse\w+)?\(/g },
  'build a table': { Table: /<Table\b/g, table: /<table\b/g },
  'build a form': {
    useAction: /\buseAction\(/g,
    useSignal: /\buseSignal\(/g,
    openForm: /\bopenForm\(/g,
  },
  'write CSV': { toCsv: /\b\w*Csv\(/g, papaparse: /from 'papaparse'/g },
  sign: { hmac: /\bhmac\w*\(/gi, sign: /\bsign[A-Z]?\w*\(/g },
  stream: { ReadableStream: /new ReadableStream\b/g, EventSource: /\bnew EventSource\(/g },
  schedule: { cron: /\bcron\(/g, setInterval: /\bsetInterval\(/g, setTimeout: /\bsetTimeout\(/g },
  'describe an operation': { summary: /^ +summary: /gm, 'record command': /\badd<\w/g },
};

/** An addition of each kind that was made once, and the word by which its places are found. */
const ADDITIONS: Record<string, RegExp> = {
  'a field (lastVisitAt of members)': /\blastVisitAt\b|\blast_visit_at\b/,
  'a page (import of members)': /\bmemberImport\b|\bmember-import\b/,
  'a command (member-claims)': /member-claims|memberClaims\b/,
  'a mail (tier.reached)': /tier\.reached|tierReached|tier-reached/,
};

const ROOT = new URL('../..', import.meta.url).pathname;

/** Reads all files of the repository that people or programs write as text. */
export async function readFiles(): Promise<CountedFile[]> {
  const glob = new Glob('{src,cli,db,seed,test}/**/*.{ts,tsx,css,sql,json,md,txt}');
  const paths = [...glob.scanSync(ROOT)].sort();
  return await Promise.all(
    paths.map(async path => {
      const text = await Bun.file(ROOT + path).text();
      return { path, kind: getKind(path), lines: text.split('\n').length - 1, text };
    }),
  );
}

function getKind(path: string): Kind {
  if (path.startsWith('test/')) return 'tests';
  if (path.startsWith('db/migrations/meta/')) return 'generated';
  if (path.endsWith('.css')) return 'styles';
  return /\.(ts|tsx|sql)$/.test(path) ? 'product' : 'data';
}

/** Returns the folder by which a file is counted: a domain, a part of the pages, or a top-level folder. */
export function getFolder(path: string): string {
  const parts = path.split('/').slice(0, -1);
  return parts
    .slice(0, parts[1] === 'dashboard' ? 3 : parts[0] === 'src' || parts[0] === 'test' ? 2 : 1)
    .join('/');
}

/** Sums lines by a key. */
function sum(files: readonly CountedFile[], toKey: (file: CountedFile) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const file of files) sums.set(toKey(file), (sums.get(toKey(file)) ?? 0) + file.lines);
  return sums;
}

/** Returns the lines of product and tests by folder, which the budgets limit. */
export function countByFolder(files: readonly CountedFile[]): Map<string, number> {
  const limited = files.filter(({ path, kind }) => kind !== 'styles' && /\.tsx?$|\.sql$/.test(path));
  return sum(limited, ({ path }) => getFolder(path));
}

/** The maximum number of lines per folder, which `--lower` reduces. */
export const BUDGETS: Record<string, number> = budgets;

function print(files: readonly CountedFile[]): void {
  const kinds = sum(files, ({ kind }) => kind);
  console.log('Lines by kind');
  for (const kind of KINDS) console.log(`${String(kinds.get(kind) ?? 0).padStart(9)}  ${kind}`);
  console.log('\nLines of code by folder, of its budget');
  for (const [folder, lines] of [...countByFolder(files)].sort(([, a], [, b]) => b - a))
    console.log(`${String(lines).padStart(9)} of ${String(BUDGETS[folder] ?? 0).padStart(6)}  ${folder}`);
  const product = files.filter(({ kind }) => kind === 'product');
  console.log('\nWays to do a thing: uses (files)');
  for (const [name, ways] of Object.entries(MECHANISMS)) {
    const counts = Object.entries(ways).map(([way, pattern]) => {
      const found = product.map(({ text }) => text.match(pattern)?.length ?? 0).filter(Boolean);
      return `${way} ${found.reduce((total, count) => total + count, 0)} (${found.length})`;
    });
    console.log(`  ${name}: ${counts.join(', ')}`);
  }
  console.log('\nFiles that name an addition');
  for (const [name, pattern] of Object.entries(ADDITIONS)) {
    const counts = [
      ...Map.groupBy(
        files.filter(({ text, path }) => pattern.test(text) || pattern.test(path)),
        ({ kind }) => kind,
      ),
    ];
    console.log(`  ${name}: ${counts.map(([kind, found]) => `${found.length} ${kind}`).join(', ')}`);
  }
}

/** Lowers the budgets to what the folders have; only an edit of the file raises one. */
async function lowerBudgets(files: readonly CountedFile[]): Promise<void> {
  const lowered = [...countByFolder(files)].map(([folder, lines]) => [
    folder,
    Math.min(lines, BUDGETS[folder] ?? lines),
  ]);
  const text = JSON.stringify(Object.fromEntries(lowered.sort()), null, 2);
  await Bun.write(`${import.meta.dir}/size-budgets.json`, `${text}\n`);
}

if (import.meta.main) {
  const files = await readFiles();
  if (process.argv.includes('--lower')) await lowerBudgets(files);
  else print(files);
}
