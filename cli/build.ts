import { parseArgs } from 'node:util';
import { buildBundle } from '../src/pages/bundle.ts';
import { processIo } from './output.ts';

/**
 * Writes the binary: `bun run build`. Everything it needs is inside; what stands in the working directory
 * (`.env`, `bunfig.toml`) does not concern it.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    outfile: { type: 'string', default: 'dist/perkmint' },
    /** A Bun target such as bun-linux-arm64; default this machine. */
    target: { type: 'string' },
    /** For builds without a checkout, such as the container's. */
    commit: { type: 'string' },
    date: { type: 'string' },
  },
});
const io = processIo();

/** Of the last commit, so that the same sources give the same binary. */
function git(...args: string[]): string {
  const { success, stdout } = Bun.spawnSync(['git', ...args], { stderr: 'ignore' });
  return success ? stdout.toString().trim() : 'unknown';
}

const build = {
  commit: values.commit ?? git('rev-parse', '--short=12', 'HEAD'),
  date: values.date ?? git('show', '-s', '--format=%cs', 'HEAD'),
};
const { outfile } = values;
const result = await Bun.build({
  entrypoints: ['cli/main.ts'],
  target: 'bun',
  format: 'esm',
  minify: true,
  bytecode: true,
  sourcemap: 'inline',
  define: {
    PERKMINT_BUILD: JSON.stringify(build),
    PERKMINT_PAGES: JSON.stringify(await buildBundle()),
    'process.env.NODE_ENV': '"production"',
  },
  compile: {
    outfile,
    autoloadDotenv: false,
    autoloadBunfig: false,
    ...(values.target ? { target: values.target as Bun.Build.CompileTarget } : {}),
  },
});
for (const message of result.logs) io.err(`${message}\n`);
const { size } = Bun.file(outfile);
io.out(`${outfile}  ${(size / 1e6).toFixed(1)} MB  commit ${build.commit}, ${build.date}\n`);
