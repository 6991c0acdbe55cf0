/**
 * Tests the pages in Chromium: `bun test/e2e/browser/main.ts [--only <text in the title>] [--seed <number>] [--repeat <n>]
 * [binary]`. The scenes are those of all files `pages-*.ts`. Screenshots of failures go to /tmp/perkmint-shots or
 * BROWSER_SHOTS; with BROWSER_SHOTS, those of all pages too.
 * `--figures` prints sizes, times and the share of English instead. `--pictures` compares the pages with their pictures; `--renew-pictures` takes
 * the pictures again, after a wanted change of the look. Both are left out otherwise, because fonts differ between machines.
 */
import { parseArgs } from 'node:util';
import { counterFigureScenes } from './counter-figures.ts';
import { figureScenes } from './figures.ts';
import { languageFigureScenes } from './language-figures.ts';
import { latencyFigureScenes } from './latency-figures.ts';
import { playScenes } from './play.ts';
import type { Scene } from './support.ts';
import { createVisualScenes } from './visual.ts';

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    repeat: { type: 'string', default: '1' },
    figures: { type: 'boolean', default: false },
    pictures: { type: 'boolean', default: false },
    'renew-pictures': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** Returns the scenes of all files, which export them as `<topic>Scenes`. */
async function readScenes(): Promise<Scene[]> {
  const paths = [...new Bun.Glob('pages-*.ts').scanSync(import.meta.dir)].sort();
  const modules = await Promise.all(paths.map(path => import(`./${path}`)));
  return modules
    .flatMap(module => Object.entries(module))
    .flatMap(([name, value]) => (name.endsWith('Scenes') ? (value as Scene[]) : []));
}

async function chooseScenes(): Promise<Scene[]> {
  if (values.figures)
    return [...figureScenes, ...counterFigureScenes, ...latencyFigureScenes, ...languageFigureScenes];
  if (values.pictures || values['renew-pictures']) return createVisualScenes(values['renew-pictures']);
  return readScenes();
}

const scenes = (await chooseScenes()).filter(([title]) => title.includes(values.only));
const failed = await playScenes(scenes, {
  binary: positionals[0],
  seed: Number(values.seed),
  repeat: Number(values.repeat),
  // Times are measured one after another.
  ...(values.figures ? { workers: 1 } : {}),
});
process.exit(failed > 0 ? 1 : 0);
