import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json';
import { BUNDLE_FILE, buildBundle } from '../src/pages/bundle.ts';
import { isPublicKey } from '../src/platform/ed25519.ts';
import { hashFile } from '../src/platform/runtime/files.ts';
import { buildSbom } from './build/sbom.ts';
import { processIo } from './output.ts';
import { SUMS } from './release.ts';

/**
 * Builds the binary: `bun run build` for this machine, `bun run build --all` for all systems. The binary is
 * self-contained and ignores `.env` and `bunfig.toml` in its working directory.
 */
const ROOT = join(import.meta.dir, '..');
/** The program, and the modules that it runs as workers. */
const ENTRIES = [
  'cli/main.ts',
  'src/planner/optimizer/solver-worker.ts',
  'src/platform/preview-worker.ts',
  'src/platform/pass-worker.ts',
  'src/describe/builder-worker.ts',
  'db/sqlite/migrate-worker.ts',
];
const SBOM = 'perkmint.cdx.json';

type Target = Bun.Build.CompileTarget;
/** `baseline` runs on processors without AVX2, `musl` on Alpine and the like. */
const TARGETS: Record<string, Target> = {
  'perkmint-linux-x64': 'bun-linux-x64',
  'perkmint-linux-x64-baseline': 'bun-linux-x64-baseline',
  'perkmint-linux-arm64': 'bun-linux-arm64',
  'perkmint-linux-x64-musl': 'bun-linux-x64-musl',
  'perkmint-linux-arm64-musl': 'bun-linux-arm64-musl',
  'perkmint-darwin-arm64': 'bun-darwin-arm64',
  'perkmint-darwin-x64': 'bun-darwin-x64',
  'perkmint-windows-x64.exe': 'bun-windows-x64',
};

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    all: { type: 'boolean', default: false },
    outfile: { type: 'string', default: 'dist/perkmint' },
    /** A Bun target such as bun-linux-arm64; default this machine. */
    target: { type: 'string' },
    /** For builds without a checkout, such as the container's. */
    commit: { type: 'string' },
    date: { type: 'string' },
    /** Public keys of releases that the binary trusts. */
    'release-key': { type: 'string', multiple: true, default: [] },
    /** The URL of the list of releases, for perkmint update. */
    'release-list': { type: 'string' },
  },
});
const io = processIo();
const folder = resolve(dirname(values.outfile));
// The binary contains paths relative to the working directory.
process.chdir(ROOT);
const releaseKeys = values['release-key'].filter(Boolean);
if (!releaseKeys.every(isPublicKey)) throw new Error('--release-key must be 43 characters of base64url');
const build = {
  commit: values.commit ?? git('rev-parse', '--short=12', 'HEAD'),
  date: values.date ?? git('show', '-s', '--format=%cs', 'HEAD'),
  releaseKeys,
  releaseList: values['release-list'] || null,
};
// At a fixed place, because the binary contains its path, and the same sources must give the same binary.
const pages = join(ROOT, 'node_modules/.cache/perkmint', BUNDLE_FILE);
await Bun.write(pages, JSON.stringify(await buildBundle()));
mkdirSync(folder, { recursive: true });
const targets = values.all ? TARGETS : { [basename(values.outfile)]: values.target as Target | undefined };
const written: string[] = [];
for (const [file, target] of Object.entries(targets)) {
  const outfile = join(folder, file);
  await compile(outfile, target);
  const { size } = Bun.file(outfile);
  io.out(`${outfile}  ${(size / 1e6).toFixed(1)} MB  commit ${build.commit}, ${build.date}\n`);
  written.push(outfile);
}
const { name, version, license } = manifest;
const sbom = join(folder, SBOM);
await Bun.write(sbom, buildSbom(ROOT, { name, version, license, date: build.date }, Bun.version));
written.push(sbom);
await Bun.write(join(folder, SUMS), (await Promise.all(written.map(sumLine))).join(''));
io.out(`${sbom}\n${join(folder, SUMS)}\n`);

/** Runs git. The build uses the data of the last commit, so that the same sources give the same binary. */
function git(...args: string[]): string {
  const { success, stdout } = Bun.spawnSync(['git', ...args], { stderr: 'ignore' });
  return success ? stdout.toString().trim() : 'unknown';
}

async function compile(outfile: string, target: Target | undefined): Promise<void> {
  const result = await Bun.build({
    entrypoints: [...ENTRIES.map(file => join(ROOT, file)), pages],
    loader: { [extname(BUNDLE_FILE)]: 'file' },
    naming: { asset: '[name].[ext]' },
    root: ROOT,
    target: 'bun',
    format: 'esm',
    minify: true,
    bytecode: true,
    splitting: true,
    sourcemap: 'inline',
    // Compiled parts of ssh2 exist only for this machine; without them, it uses the cryptography of Bun.
    external: ['cpu-features', '*/sshcrypto.node'],
    define: {
      PERKMINT_BUILD: JSON.stringify({ ...build, artifact: values.all ? basename(outfile) : null }),
      'process.env.NODE_ENV': '"production"',
    },
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false, ...(target ? { target } : {}) },
  });
  for (const message of result.logs) io.err(`${message}\n`);
  // The binary contains its source maps; delete the files that Bun leaves next to it.
  for (const { kind, path } of result.outputs) if (kind === 'sourcemap') rmSync(path, { force: true });
}

/** Returns a checksum line in the format of `sha256sum --check`. */
async function sumLine(file: string): Promise<string> {
  return `${await hashFile(file)}  ${basename(file)}\n`;
}
