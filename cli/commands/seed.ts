import { type Command, Option } from 'commander';
import { SEED } from '../../seed/load.ts';
import { CLI } from '../../src/context.ts';
import { createLibrary } from '../../src/library/library.ts';
import { listOutdated } from '../../src/library/outdated.ts';
import { type SeedFiles, validateReference } from '../../src/library/validation/validate.ts';
import { type SeedReport, upsertReference } from '../../src/reference/service/seed.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { seedDemoData } from '../demo.ts';
import { CheckFailed, UsageError } from '../errors.ts';
import { readSeedFiles } from '../seed-files.ts';

interface SeedOptions {
  demo?: boolean;
  check?: boolean;
  from?: string;
}

export function seedCommand(program: Command, action: Action): void {
  const command = program
    .command('seed')
    .description('Update the reference data in the database (idempotent)')
    .option('--check', 'only validate the reference data (exits 7 if it is invalid)')
    .addOption(
      new Option(
        '--demo',
        'also add a demo shop with six weeks of data and print its sign-in details',
      ).conflicts('check'),
    )
    .option('--from <folder>', 'with --check: validate the files in this folder instead of the built-in ones')
    .action(
      action<SeedOptions>(async context => {
        const { check, from, demo } = context.options;
        if (from && !check) throw new UsageError('--from requires --check');
        if (check) checkReference(context, from ? readSeedFiles(from) : SEED);
        else if (demo) await seedDemo(context);
        else await seedReference(context);
      }),
    );
  withExamples(command, 'perkmint seed', 'perkmint seed --demo', 'perkmint seed --check --from ./seed');
}

/** Seeds the reference data, then the demo shop. */
async function seedDemo(context: CommandContext): Promise<void> {
  const demo = await seedDemoData(context);
  if (!demo) {
    context.out.done('The demo data already exists', { created: false });
    return;
  }
  context.out.record({ created: true, ...demo });
  context.out.info("These passwords were generated for this installation and won't be shown again");
}

async function seedReference(context: CommandContext): Promise<void> {
  const app = await context.open();
  const { data, hash } = app.services.library;
  const second = await context.withProgress('Seeding', progress =>
    upsertReference(app.as(CLI), data, hash, true, progress.at),
  );
  const report = mergeReports(app.seeded, second);
  const { inserted, updated, removed, unchanged } = report;
  const words = [
    `${inserted.length} entries were added`,
    `${updated.length} changed`,
    `${removed.length} removed`,
    `${unchanged} were up to date`,
  ];
  context.out.done(words.join(', '), report);
}

/** Merges the report of the seeding on open with that of this command. */
function mergeReports(first: SeedReport, second: SeedReport): SeedReport {
  const inserted = [...first.inserted, ...second.inserted];
  const updated = [...first.updated, ...second.updated];
  const unchanged = second.unchanged - first.inserted.length - first.updated.length;
  return { inserted, updated, removed: [...first.removed, ...second.removed], unchanged };
}

function checkReference({ out, clock }: CommandContext, files: SeedFiles): void {
  const { problems, data, summary } = validateReference(files);
  if (data === null) throw new CheckFailed('The reference data is invalid', problems);
  const outdated = listOutdated(createLibrary(data), clock);
  out.record({ ...summary, ...outdated });
}
