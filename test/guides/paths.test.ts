import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Documentation for contributors names many files; renaming one must not leave its old name behind. */

const ROOT = join(import.meta.dir, '../..');
const FOLDERS = [
  '.',
  '.github',
  '.github/decisions',
  '.github/deploy',
  'cli',
  'db',
  'seed',
  'src',
  'src/dashboard',
  'src/guides',
  'test',
];
/** The changelog describes the past. */
const DOCUMENTS = FOLDERS.flatMap(folder =>
  [...new Bun.Glob('*.md').scanSync(join(ROOT, folder))].map(name => join(folder, name)),
)
  .filter(file => file !== 'CHANGELOG.md')
  .sort();
const TOP_LEVEL = /^(src|db|cli|seed|test|\.ci|\.github)\//;

/** Paths in backticks that start with a folder of the repository; `<name>` represents any name. */
function listPaths(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter(path => TOP_LEVEL.test(path));
}

function exists(path: string): boolean {
  if (!path.includes('<')) return existsSync(join(ROOT, path));
  const pattern = path.replaceAll(/<\w+>/g, '*').replace(/\/$/, '');
  return !new Bun.Glob(pattern).scanSync({ cwd: ROOT, onlyFiles: false }).next().done;
}

test('the list of documents is not empty', () => {
  for (const file of [
    'README.md',
    'src/README.md',
    'db/README.md',
    '.github/CONTRIBUTING.md',
    'src/guides/cli.md',
  ])
    expect(DOCUMENTS).toContain(file);
});

describe.each(DOCUMENTS)('%s', file => {
  test('mentions only files that exist', async () => {
    const text = await Bun.file(join(ROOT, file)).text();
    expect(listPaths(text).filter(path => !exists(path))).toEqual([]);
  });

  test('links only to files and headings that exist', async () => {
    const text = (await Bun.file(join(ROOT, file)).text()).replaceAll(/```[\s\S]*?```/g, '');
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|\/)/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      expect([href, existsSync(join(ROOT, target))]).toEqual([href, true]);
      if (anchor)
        expect([href, listAnchors(await Bun.file(join(ROOT, target)).text())]).toEqual([
          href,
          expect.arrayContaining([anchor]),
        ]);
    }
  });

  test('mentions only scripts in package.json', async () => {
    const { scripts } = (await Bun.file(join(ROOT, 'package.json')).json()) as { scripts: object };
    const text = await Bun.file(join(ROOT, file)).text();
    const named = [...text.matchAll(/\bbun (?:@1\.4\.5 )?run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter(name => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

test('the README stays within 250 lines', async () => {
  const text = await Bun.file(join(ROOT, 'README.md')).text();
  expect(text.split('\n').length).toBeLessThanOrEqual(250);
});

function listAnchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** Lines of a page. */
const PAGE = 50;

test('up to 15 decisions have a page each, with the same headings', async () => {
  const names = [...new Bun.Glob('0*.md').scanSync(join(ROOT, '.github/decisions'))];
  expect(names.length).toBeLessThanOrEqual(15);
  const list = await Bun.file(join(ROOT, '.github/decisions/README.md')).text();
  for (const name of names) {
    const text = await Bun.file(join(ROOT, '.github/decisions', name)).text();
    expect(text.match(/^## .*/gm)).toEqual([
      '## Context',
      '## Options',
      '## Decision',
      '## What would change it',
    ]);
    expect(text.split('\n').length).toBeLessThanOrEqual(PAGE);
    expect(list).toContain(`](${name})`);
  }
});
