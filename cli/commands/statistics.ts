import { Type } from '@sinclair/typebox';
import type { Command } from 'commander';
import type { CounterReport } from '../../src/places/model.ts';
import { Day } from '../../src/platform/schema.ts';
import { getCounterReport } from '../../src/statistics/service/counter.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { toCsv } from '../csv.ts';
import { parseInput } from '../input.ts';
import type { Column } from '../output.ts';

type Row = CounterReport['rows'][number];

const COLUMNS: Column<Row>[] = [
  { title: 'PERSON', value: ({ actor }) => actor.name ?? actor.id },
  { title: 'PLACE', value: ({ place }) => place?.name },
  { title: 'VISITS', value: row => row.visits },
  { title: 'STAMPS', value: row => row.stamps },
  { title: 'PURCHASES', value: row => row.purchases },
  { title: 'PURCHASE VALUE', value: row => row.purchaseValue },
  { title: 'REDEMPTIONS', value: row => row.redemptions },
  { title: 'REDEMPTION VALUE', value: row => row.redemptionValue },
  { title: 'REINSTATEMENTS', value: row => row.reinstatements },
  { title: 'REFUNDS', value: row => row.refunds },
  { title: 'REFUND VALUE', value: row => row.refundValue },
];

const Period = Type.Object({ from: Type.Optional(Day()), to: Type.Optional(Day()) });

interface CounterOptions {
  business: string;
  from?: string;
  to?: string;
  place?: string;
  user?: string;
  csv?: boolean;
}

export function statisticsCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'statistics',
    'Show the figures of a business',
    'perkmint statistics counter --business biz_01…',
    'perkmint statistics counter --business biz_01… --from 2026-06-01 --csv > counter.csv',
  );
  const counter = noun
    .command('counter')
    .description('Show visits, purchases, redemptions and refunds by person and place')
    .addOption(new OnlyBusinessOption())
    .option('--from <day>', "first day in the shop's time zone, such as 2026-06-01 (default: 30 days ago)")
    .option('--to <day>', 'last day (default: today)')
    .option('--place <id>', 'filter by place ID')
    .option('--user <id>', 'filter by user ID')
    .option('--csv', 'print comma-separated values')
    .action(
      action<CounterOptions>(async context => {
        const { business, from, to, place, user, csv, json } = context.options as CounterOptions & {
          json?: boolean;
        };
        const period = parseInput(Period, { from, to });
        const report = await getCounterReport(await context.ctx(), {
          ...period,
          businessId: business,
          placeId: place,
          userId: user,
        });
        if (json) context.out.record(report);
        else if (csv) context.out.text(toCsv(report.rows, COLUMNS));
        else context.out.table(report.rows, COLUMNS);
      }),
    );
  withExamples(
    counter,
    'perkmint statistics counter --business biz_01… --from 2026-06-01 --to 2026-06-30',
    'perkmint statistics counter --business biz_01… --csv > counter.csv',
  );
}
