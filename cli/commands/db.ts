import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { backupFolder, removeLeftovers } from '../../db/backups.ts';
import { acquireLock } from '../../db/lock.ts';
import { backup, backupName, check, pruneBackups, quickCheck, restore, stats } from '../../db/maintenance.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { nowIso } from '../../src/platform/clock.ts';
import { audit } from '../../src/system/audit.ts';
import { type Action, examples, group } from '../command.ts';
import { CheckFailed, Failure, UsageError } from '../failures.ts';
import type { Session } from '../session.ts';

export function databaseCommands(program: Command, action: Action): void {
  const noun = group(
    program,
    'db',
    'The database: backups, checks, migrations',
    'perkmint db backup',
    'perkmint db check',
  );
  addMigrate(noun, action);
  addBackup(noun, action);
  addRestore(noun, action);
  addCheck(noun, action);
  addStats(noun, action);
}

function addMigrate(noun: Command, action: Action): void {
  const command = noun
    .command('migrate')
    .description('Bring the database up to this version, after a snapshot; serve does it too')
    .action(
      action(async session => {
        const { migrated } = await session.open();
        const words = migrated.length > 0 ? `Applied ${migrated.join(', ')}` : 'The database is up to date';
        session.out.done(words, { applied: migrated });
      }),
    );
  examples(command, 'perkmint db migrate', 'perkmint db migrate --data-dir /srv/perkmint --json');
}

interface BackupOptions {
  out?: string;
  prune?: boolean;
}

function addBackup(noun: Command, action: Action): void {
  const command = noun
    .command('backup')
    .description('Copy the database into one checked file, also while the server runs')
    .option('--out <file>', 'where to; default a dated file in the folder backups of the data folder')
    .option('--prune', 'then keep only the newest BACKUP_KEEP of the dated files')
    .action(
      action<BackupOptions>(async session => {
        const { out, prune } = session.options;
        if (out && prune) throw new UsageError('--prune is for the dated files, not for --out');
        const file = session.requireDatabase();
        const { dataDir, backupKeep } = session.config();
        const folder = backupFolder(dataDir);
        const target = out ? resolve(out) : join(folder, backupName(nowIso(session.clock)));
        if (existsSync(target)) throw new Failure(5, 'CONFLICT', `${target} exists already`);
        if (!out) mkdirSync(folder, { recursive: true });
        else if (!existsSync(dirname(target))) throw new UsageError(`There is no folder ${dirname(target)}`);
        const made = backup(file, target);
        const pruned = prune ? pruneBackups(folder, backupKeep) : [];
        if (prune) removeLeftovers(folder, session.clock.now());
        session.out.value(made.file, { ...made, pruned });
      }),
    );
  examples(command, 'perkmint db backup', 'perkmint db backup --out /mnt/usb/perkmint.sqlite');
}

function addRestore(noun: Command, action: Action): void {
  const command = noun
    .command('restore <file>')
    .description('Put a backup in the place of the database; the server must not run')
    .option('--yes', 'do not ask')
    .action(
      action(async (session, file = '') => {
        if (!existsSync(file)) throw new Failure(4, 'NOT_FOUND', `There is no file ${file}`);
        const { dataDir } = session.config();
        await session.confirm(
          `Replace the database in ${dataDir} by ${file}? The former one is kept beside it.`,
        );
        mkdirSync(dataDir, { recursive: true });
        const now = nowIso(session.clock);
        const lock = acquireLock(dataDir, 'perkmint db restore', now);
        try {
          const restored = restore(session.databaseFile(), file, now);
          if (restored.keptAside.length > 0) session.out.say(`Kept: ${restored.keptAside.join(', ')}`);
          const rows = Object.values(restored.rows).reduce((sum, count) => sum + count, 0);
          session.out.done(`Restored ${rows} rows from ${file}`, restored);
        } finally {
          lock.release();
        }
      }),
    );
  examples(
    command,
    'perkmint db restore data/backups/backup-2026-06-01T03-23-00-000Z.sqlite',
    'perkmint db restore /mnt/usb/perkmint.sqlite --yes',
  );
}

function addCheck(noun: Command, action: Action): void {
  const command = noun
    .command('check')
    .description('Check the file, its references, and that all kept totals equal what they count')
    .option('--quick', 'the file alone, and faster')
    .action(
      action<{ quick?: boolean }>(async session => {
        const file = session.requireDatabase();
        const damage = session.options.quick ? quickCheck(file) : check(file);
        if (damage.length > 0) throw new CheckFailed(`${file} is damaged`, damage);
        if (!session.options.quick) await checkFigures(session, file);
        session.out.done(`${file} is sound`, { file, problems: [] });
      }),
    );
  examples(command, 'perkmint db check', 'perkmint db check --quick --json');
}

async function checkFigures(session: Session, file: string): Promise<void> {
  if (pendingMigrations(file, migrations).length > 0) {
    session.out.say('The figures were not checked: run perkmint db migrate first');
    return;
  }
  const problems = await audit(await session.ctx());
  if (problems.length > 0) throw new CheckFailed('The figures do not agree', problems);
}

function addStats(noun: Command, action: Action): void {
  const command = noun
    .command('stats')
    .description('Show rows and size of each table')
    .action(
      action(async session => {
        const found = stats(session.requireDatabase());
        session.out.table(
          found.tables,
          [
            { title: 'TABLE', value: table => table.name },
            { title: 'ROWS', value: table => table.rows },
            { title: 'BYTES', value: table => table.bytes },
          ],
          found,
        );
        session.out.say(`${found.sizeBytes} bytes in all, ${found.walBytes} in the log`);
      }),
    );
  examples(command, 'perkmint db stats', 'perkmint db stats --json');
}
