import type { Command } from 'commander';
import { readPostgresStats } from '../../db/postgres/stats.ts';
import { checkDatabase, quickCheckDatabase, readStats } from '../../db/sqlite/maintenance.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { CheckFailed } from '../errors.ts';
import { addBackups } from './db-backup.ts';
import { addCopy } from './db-copy.ts';
import { addDrill, addRestore } from './db-restore.ts';

export function databaseCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'db',
    'Back up, restore, check and migrate the database',
    'perkmint db backup',
    'perkmint db check',
  );
  addMigrate(noun, action);
  addBackups(noun, action);
  addRestore(noun, action);
  addDrill(noun, action);
  addCopy(noun, action);
  addCheck(noun, action);
  addStats(noun, action);
}

function addMigrate(noun: Command, action: Action): void {
  const command = noun
    .command('migrate')
    .description(
      'Migrate the database to this version after taking a snapshot (stop the server first; serve and init migrate too)',
    )
    .action(
      action(async context => {
        const { migrated, snapshot } = await context.openAndMigrate();
        if (snapshot) context.out.info(`Snapshot before the migration: ${snapshot}`);
        const words = migrated.length > 0 ? `Applied ${migrated.join(', ')}` : 'The database is up to date';
        context.out.done(words, { applied: migrated, snapshot });
      }),
    );
  withExamples(command, 'perkmint db migrate', 'perkmint db migrate --data-dir /srv/perkmint --json');
}

function addCheck(noun: Command, action: Action): void {
  const command = noun
    .command('check')
    .description('Check file integrity, foreign keys and stored totals (on PostgreSQL, stored totals only)')
    .option('--quick', 'file integrity only (faster)')
    .action(
      action<{ quick?: boolean }>(async context => {
        if (isSharedDatabase(context.config()) && !context.options.quick) {
          await checkFigures(context);
          return context.out.done('Stored totals are consistent', { file: null, problems: [] });
        }
        const file = context.requireDatabase();
        const damage = context.options.quick ? quickCheckDatabase(file) : checkDatabase(file);
        if (damage.length > 0) throw new CheckFailed(`${file} is damaged`, damage);
        if (!context.options.quick) await checkFigures(context);
        context.out.done(`${file} is sound`, { file, problems: [] });
      }),
    );
  withExamples(command, 'perkmint db check', 'perkmint db check --quick --json');
}

/** @throws OlderDatabaseError, because figures can be checked at this program's version only */
async function checkFigures(context: CommandContext): Promise<void> {
  const problems = await checkIntegrity(await context.ctx());
  if (problems.length > 0) throw new CheckFailed('Stored totals are inconsistent', problems);
}

function addStats(noun: Command, action: Action): void {
  const command = noun
    .command('stats')
    .description('Show row count and size per table')
    .action(
      action(async context => {
        const { databaseUrl } = context.config();
        const found =
          databaseUrl === '' ? readStats(context.requireDatabase()) : await readPostgresStats(databaseUrl);
        context.out.table(
          found.tables,
          [
            { title: 'TABLE', value: table => table.name },
            { title: 'ROWS', value: table => table.rows },
            { title: 'BYTES', value: table => table.bytes },
          ],
          found,
        );
        const log = 'walBytes' in found ? `, ${found.walBytes} in the write-ahead log` : '';
        context.out.info(`${found.sizeBytes} bytes in total${log}`);
      }),
    );
  withExamples(command, 'perkmint db stats', 'perkmint db stats --json');
}
