import type { Command } from 'commander';
import { isSharedDatabase } from '../../src/config/database.ts';
import { SECRET_SETTINGS } from '../../src/config/secrets.ts';
import { systemRandom } from '../../src/platform/crypto.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { addKeys } from '../../src/platform/security/secrets.ts';
import { countEncrypted, type EncryptedTable, reencrypt } from '../../src/system/service/encrypted-values.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { assertKeyFits } from '../doctor/secret-checks.ts';
import { CheckFailed, UsageError } from '../errors.ts';

interface RotateFlags {
  new?: boolean;
}

export function secretCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'secrets',
    'Change the keys that encrypt stored secrets and sign access tokens',
    'perkmint secrets rotate --new',
    'perkmint secrets rotate',
  );
  const rotate = noun
    .command('rotate')
    .description('Encrypt everything that has an earlier encryption key with the newest one')
    .option(
      '--new',
      'first generate a new encryption key and a new signing key in secrets.json (stop the server first)',
    )
    .action(
      action<RotateFlags>(context => (context.options.new ? rotateToNew(context) : rotateKeys(context))),
    );
  withExamples(
    rotate,
    'perkmint secrets rotate --new',
    'ENCRYPTION_KEY_FILE=/run/secrets/encryption_key perkmint secrets rotate --json',
  );
}

async function rotateToNew(context: CommandContext<RotateFlags>): Promise<void> {
  const config = context.config();
  const given = (['encryptionKey', 'jwtSecret'] as const).filter(name => config[name] !== '');
  if (isSharedDatabase(config) || given.length > 0) {
    const names = given.map(name => SECRET_SETTINGS[name].env).join(' and ') || 'DATABASE_URL';
    throw new UsageError(
      `--new changes secrets.json, but ${names} is set. Put a new key and a comma before the present one in ` +
        'ENCRYPTION_KEY, restart all servers, then run perkmint secrets rotate without --new',
    );
  }
  context.requireDatabase();
  const lock = context.lockDataFolder('Stop it first: it would not have the new keys');
  try {
    assertKeyFits(config);
    addKeys(config.dataDir, systemRandom);
    await rotateKeys(context);
  } finally {
    lock.release();
  }
}

/** @throws CheckFailed if texts of an earlier key remain */
async function rotateKeys(context: CommandContext<RotateFlags>): Promise<void> {
  const config = context.config();
  if (!isSharedDatabase(config)) assertKeyFits(config);
  const ctx = await context.ctx();
  const reencrypted = await context.withProgress('Encrypt:', progress =>
    reencrypt(ctx, count => progress.step(formatCount(count, 'value'))),
  );
  const tables = await countEncrypted(ctx);
  context.out.table(
    tables,
    [
      { title: 'TABLE', value: ({ table }) => table },
      { title: 'VALUES', value: ({ values }) => values },
      { title: 'EARLIER KEY', value: ({ earlier }) => earlier },
      { title: 'UNREADABLE', value: ({ unreadable }) => unreadable },
    ],
    { reencrypted, tables },
  );
  const [earlier, unreadable] = [sum(tables, 'earlier'), sum(tables, 'unreadable')];
  if (earlier > 0) {
    const words = `${formatCount(earlier, 'value')} still ${earlier === 1 ? 'has' : 'have'} an earlier key`;
    throw new CheckFailed(`${words}: set the same keys on every server, restart them, and run this again`);
  }
  const others =
    unreadable === 0
      ? 'All have the newest key'
      : `No key decrypts ${formatCount(unreadable, 'value')}, which stay as they are`;
  context.out.info(`Encrypted ${formatCount(reencrypted, 'value')} again. ${others}`);
}

function sum(tables: readonly EncryptedTable[], count: 'earlier' | 'unreadable'): number {
  return tables.reduce((total, table) => total + table[count], 0);
}
