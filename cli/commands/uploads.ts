import { type Command, Option } from 'commander';
import { FILE_STORAGES } from '../../db/enums.ts';
import { formatCount } from '../../src/platform/plural.ts';
import type { StorageName } from '../../src/platform/storage/file-storage.ts';
import { checkFiles, countByStorage, moveUploads } from '../../src/uploads/move.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { CheckFailed, UsageError } from '../errors.ts';

export function uploadCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'uploads',
    'Check uploaded files and move them to another storage',
    'perkmint uploads check',
    'perkmint uploads move --to database',
  );
  addStats(noun, action);
  addCheck(noun, action);
  addMove(noun, action);
}

function addStats(noun: Command, action: Action): void {
  const command = noun
    .command('stats')
    .description('Show number and size of the uploads in each storage')
    .action(
      action(async context => {
        const ctx = await context.ctx();
        context.out.table(await countByStorage(ctx), [
          { title: 'STORAGE', value: row => row.storage },
          { title: 'FILES', value: row => row.files },
          { title: 'BYTES', value: row => row.bytes },
        ]);
        context.out.info(`New uploads are stored in: ${ctx.files.current}`);
      }),
    );
  withExamples(command, 'perkmint uploads stats', 'perkmint uploads stats --json');
}

function addCheck(noun: Command, action: Action): void {
  const command = noun
    .command('check')
    .description('Read every uploaded file and compare it with the hash of the upload')
    .action(
      action(async context => {
        const ctx = await context.ctx();
        const { checked, problems } = await context.withProgress('Check:', progress =>
          checkFiles(ctx, progress.at),
        );
        if (problems.length > 0) throw new CheckFailed('Uploaded files are missing or damaged', problems);
        context.out.done(`${formatCount(checked, 'file')} checked`, { checked, problems });
      }),
    );
  withExamples(command, 'perkmint uploads check', 'perkmint uploads check --json');
}

interface MoveOptions {
  to: StorageName;
}

function addMove(noun: Command, action: Action): void {
  const command = noun
    .command('move')
    .description('Move all uploads to a storage (safe while the server is running; repeat it if interrupted)')
    .addOption(
      new Option('--to <storage>', `storage: ${FILE_STORAGES.join(', ')}`)
        .choices(FILE_STORAGES)
        .makeOptionMandatory(),
    )
    .action(action<MoveOptions>(move));
  withExamples(command, 'perkmint uploads move --to database', 'perkmint uploads move --to s3 --json');
}

async function move(context: CommandContext<MoveOptions>): Promise<void> {
  const { to } = context.options;
  const ctx = await context.ctx();
  if (!ctx.files.configured.includes(to))
    throw new UsageError(`--to ${to} requires S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY`);
  const { moved, problems } = await context.withProgress('Move:', progress =>
    moveUploads(ctx, to, progress.at),
  );
  if (ctx.files.current !== to)
    context.out.info(`New uploads are still stored in: ${ctx.files.current}. Set UPLOADS=${to}`);
  const summary = `${formatCount(moved, 'upload')} moved to: ${to}`;
  if (problems.length > 0) throw new CheckFailed(`${summary}; others could not be moved`, problems);
  context.out.done(summary, { moved, to, problems });
}
