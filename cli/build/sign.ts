import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../../src/config/environment.ts';
import { type KeyPair, signText, toKeyId } from '../../src/platform/ed25519.ts';
import { processIo } from '../output.ts';
import { SIGNATURE, SUMS } from '../release.ts';

/**
 * Signs the SHA256SUMS in a folder: `RELEASE_KEY="$(cat release-key.json)" bun cli/build/sign.ts dist`. The key pair is a
 * file of `perkmint reference keygen`. Builds never see it: they contain the public key alone.
 */
const [folder = 'dist'] = process.argv.slice(2);
const keys = JSON.parse(readEnvironment().RELEASE_KEY ?? '{}') as Partial<KeyPair>;
const { publicKey, privateKey } = keys;
if (!publicKey || !privateKey) throw new Error('RELEASE_KEY must be a key pair of perkmint reference keygen');
const sums = readFileSync(join(folder, SUMS), 'utf8');
writeFileSync(join(folder, SIGNATURE), `${signText(sums, { publicKey, privateKey })}\n`);
processIo().out(`${join(folder, SIGNATURE)}  key ${toKeyId(publicKey)}\n`);
