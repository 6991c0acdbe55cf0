import type { Command } from 'commander';
import { BUILD, formatVersion, VERSION } from '../../src/platform/version.ts';
import { type Action, withExamples } from '../command.ts';
import { readReleaseKeys, verifyFile } from '../release.ts';

interface VersionOptions {
  verify?: string;
  key?: string;
}

export function versionCommand(program: Command, action: Action): void {
  const command = program
    .command('version')
    .description('Show the version, or verify a downloaded one before you run it')
    .option('--verify <file>', 'check a file with the SHA256SUMS and SHA256SUMS.sig beside it')
    .option('--key <key>', 'release key to trust (default: the keys in this binary)')
    .action(
      action<VersionOptions>(async ({ options: { verify, key }, out }) => {
        if (verify === undefined) {
          const { commit = null, date = null, releaseKeys = [] } = BUILD ?? {};
          const details = { version: VERSION, commit, date, bun: Bun.version, releaseKeys };
          return out.done(formatVersion(), details);
        }
        const verified = await verifyFile(verify, readReleaseKeys(key));
        const { file, name, keyId } = verified;
        out.done(`${file} is ${name}, signed with the release key ${keyId}`, verified);
      }),
    );
  withExamples(
    command,
    'perkmint version --json',
    'perkmint version --verify ~/Downloads/perkmint-linux-x64',
  );
}
