import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { INFLUENCER_STATUSES } from '../../db/enums.ts';
import * as businesses from '../../src/businesses/service.ts';
import { writeCsv } from '../../src/influencers/csv.ts';
import { type Influencer, NewInfluencer } from '../../src/influencers/model.ts';
import { importCsv } from '../../src/influencers/service/csv.ts';
import { decodeCsv } from '../../src/platform/csv-reader.ts';
import { OWNER_ONLY_FILE } from '../../src/platform/runtime/files.ts';
import { recordAction } from '../../src/system/service/audit-log.ts';
import { type RemoteOptions, readList, withServer } from '../api/client.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../errors.ts';
import { parseInput, parseNumber, readInputFile } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const STATUS = (about: string) => option('--status <status>', about, INFLUENCER_STATUSES);

const COLUMNS: Column<Influencer>[] = [
  { title: 'ID', value: influencer => influencer.id },
  { title: 'NAME', value: influencer => influencer.name },
  { title: 'EMAIL', value: influencer => influencer.email },
  { title: 'STATUS', value: influencer => influencer.status },
  {
    title: 'ACCOUNTS',
    value: ({ platforms }) =>
      platforms.map(({ platform, handle, followers }) => `${platform}:${handle}:${followers}`).join('; '),
  },
];

/** Adds the commands that list, update and delete influencers one by one. */
function addRecords(noun: Command, action: Action): void {
  const add = recordsOf(noun, action);
  add<Influencer>({
    usage: 'list',
    about: 'List influencers, newest first',
    call: 'GET /influencers',
    options: [
      option('--business <id>', 'filter by business ID'),
      STATUS('filter by status'),
      option('--platform <platform>', 'filter by platform, such as instagram'),
      option('--min-followers <n>', 'filter by followers', parseNumber),
      option('--search <text>', 'filter by part of the name, email address or handle'),
    ],
    columns: COLUMNS,
    examples: [
      'perkmint influencers list --status active',
      'perkmint influencers list --business biz_01… --platform instagram --json',
    ],
  });
  add<Influencer>({
    usage: 'update <id>',
    about: 'Update an influencer; options that are left out keep their value',
    call: 'PUT /influencers/:id',
    options: [
      option('--name <name>', 'name'),
      option('--email <email>', 'email address'),
      STATUS('status'),
      option('--notes <text>', 'notes; an empty text removes them'),
    ],
    done: ({ name }) => `${name} was updated`,
    examples: [
      'perkmint influencers update inf_01… --status contacted',
      'perkmint influencers update inf_01… --notes "Prefers mornings" --json',
    ],
  });
  add<{ id: string }>({
    usage: 'delete <id>',
    about: 'Delete an influencer',
    call: 'DELETE /influencers/:id',
    reads: 'GET /influencers/:id',
    confirm: ({ name }) => `Delete ${name}?`,
    done: (_, { name }) => `${name} was deleted`,
    examples: ['perkmint influencers delete inf_01…', 'perkmint influencers delete inf_01… --yes'],
  });
}

interface BusinessOption {
  business: string;
}

export function influencerCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'influencers',
    'Manage influencers, and import and export them as CSV',
    'perkmint influencers list --status active',
    'perkmint influencers export --business biz_01… > influencers.csv',
  );

  addRecords(noun, action);

  const load = noun
    .command('import <file>')
    .description('Import influencers from a CSV file, all or none (- reads stdin)')
    .addOption(new OnlyBusinessOption())
    .action(
      action<BusinessOption>(async (context, file = '') => {
        const text = decodeCsv(file === '-' ? await context.io.readInput() : readInputFile(file));
        if (text === undefined) throw new UsageError(`${file} is cut in the middle of a character`);
        const ctx = await context.ctx();
        const report = await context.withProgress('Importing', progress =>
          importCsv(
            ctx,
            context.options.business,
            text,
            fields => parseInput(NewInfluencer, fields),
            progress.at,
          ),
        );
        const { imported, ignoredColumns } = report;
        if (ignoredColumns.length > 0) context.out.info(`Ignored columns: ${ignoredColumns.join(', ')}`);
        context.out.done(`${imported} ${imported === 1 ? 'influencer' : 'influencers'} imported`, report);
      }),
    );
  withExamples(
    load,
    'perkmint influencers import influencers.csv --business biz_01…',
    'perkmint influencers import - --business biz_01… < influencers.csv',
  );

  const save = noun
    .command('export')
    .description("Export a business's influencers as CSV")
    .addOption(new OnlyBusinessOption())
    .option('--out <file>', 'write to a file readable only by you, instead of stdout');
  withServer(save).action(
    action<RemoteOptions & BusinessOption & { out?: string }>(async context => {
      const { out } = context.options;
      const influencers = await readInfluencers(context);
      if (context.out.isJson && !out) {
        context.out.json(influencers);
        return;
      }
      const text = writeCsv(influencers);
      if (!out) {
        context.out.text(text);
        return;
      }
      writeFileSync(out, text, { mode: OWNER_ONLY_FILE });
      context.out.done(`Influencers exported to ${out}`, { file: out });
    }),
  );
  withExamples(
    save,
    'perkmint influencers export --business biz_01… > influencers.csv',
    'perkmint influencers export --business biz_01… --out influencers.csv',
    'perkmint influencers export --server https://shop.example --api-key-file key > influencers.csv',
  );
}

/** Reads all influencers of a business, newest first. @throws NOT_FOUND */
async function readInfluencers(
  context: CommandContext<RemoteOptions & BusinessOption>,
): Promise<Influencer[]> {
  const { business: businessId, server } = context.options;
  if (server === undefined) {
    const ctx = await context.ctx();
    await businesses.requireById(ctx, businessId);
    await recordAction(ctx);
  }
  return await readList(context, '/influencers', { businessId });
}
