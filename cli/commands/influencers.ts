import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { NewInfluencer } from '../../src/influencers/model.ts';
import { exportCsv, importCsv, listAllInfluencers } from '../../src/influencers/service/csv.ts';
import { decodeCsv } from '../../src/platform/csv-reader.ts';
import { OWNER_ONLY_FILE } from '../../src/platform/runtime/files.ts';
import { recordRead } from '../../src/system/service/audit-log.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { UsageError } from '../errors.ts';
import { parseInput, readInputFile } from '../input.ts';
import { addInfluencerRecords } from './influencer-records.ts';

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

  addInfluencerRecords(noun, action);

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
    .option('--out <file>', 'write to a file readable only by you, instead of stdout')
    .action(
      action<BusinessOption & { out?: string }>(async context => {
        const { business, out } = context.options;
        const ctx = await context.ctx();
        await recordRead(ctx);
        if (context.out.isJson && !out) {
          context.out.json(await listAllInfluencers(ctx, business));
          return;
        }
        const text = await exportCsv(ctx, business);
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
  );
}
