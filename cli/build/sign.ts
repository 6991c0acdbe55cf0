import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrations } from '../../db/migrations/index.ts';
import manifest from '../../package.json';
import { readEnvironment } from '../../src/config/environment.ts';
import { nowIso, systemClock } from '../../src/platform/clock.ts';
import { type KeyPair, signText, toKeyId } from '../../src/platform/ed25519.ts';
import {
  RELEASE_LIST,
  type Release,
  type ReleaseFile,
  readReleaseList,
  signReleaseList,
} from '../../src/updates/release-list.ts';
import { processIo } from '../output.ts';
import { readSums, SIGNATURE, SUMS } from '../release.ts';
import { addRelease, readSection } from './release-notes.ts';

/**
 * Signs the SHA256SUMS in a folder, and the list of releases with the one in the folder:
 * `RELEASE_KEY="$(cat release-key.json)" bun cli/build/sign.ts dist --list former/releases.json`. The key pair is a file of
 * `perkmint reference keygen`. Builds never see it: they contain the public key alone.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The list of the release before; without it, the list begins with this one. */
    list: { type: 'string' },
    /** The URL of a file, relative to the list. The default is that of a release on GitHub. */
    url: { type: 'string', default: '../../download/v{version}/{file}' },
  },
});
const [folder = 'dist'] = positionals;
const keys = JSON.parse(readEnvironment().RELEASE_KEY ?? '{}') as Partial<KeyPair>;
const { publicKey, privateKey } = keys;
if (!publicKey || !privateKey) throw new Error('RELEASE_KEY must be a key pair of perkmint reference keygen');
const pair = { publicKey, privateKey };
const sums = readFileSync(join(folder, SUMS), 'utf8');
writeFileSync(join(folder, SIGNATURE), `${signText(sums, pair)}\n`);

const former =
  values.list !== undefined && existsSync(values.list)
    ? readReleaseList(readFileSync(values.list, 'utf8'), [publicKey]).releases
    : [];
const { version } = manifest;
const section = readSection(readFileSync(join(import.meta.dir, '../../CHANGELOG.md'), 'utf8'), version);
const release: Release = { version, ...section, schema: migrations.at(-1)!.name, files: readFiles() };
const list = { issuedAt: nowIso(systemClock), releases: addRelease(former, release) };
writeFileSync(join(folder, RELEASE_LIST), `${JSON.stringify(signReleaseList(list, pair))}\n`);
processIo().out(
  `${join(folder, SIGNATURE)}\n${join(folder, RELEASE_LIST)}  ${list.releases.length} releases  key ${toKeyId(publicKey)}\n`,
);

function readFiles(): Record<string, ReleaseFile> {
  const files = readSums(sums).map(({ name, sha256 }): [string, ReleaseFile] => [
    name,
    {
      sha256,
      bytes: statSync(join(folder, name)).size,
      url: values.url.replaceAll('{version}', version).replaceAll('{file}', name),
    },
  ]);
  return Object.fromEntries(files);
}
