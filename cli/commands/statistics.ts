import type { Command } from 'commander';
import type { CounterReport } from '../../src/places/model.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup } from '../command.ts';
import { toCsv } from '../csv.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

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

export function statisticsCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'statistics',
    'Show the figures of a business',
    'perkmint statistics counter --business biz_01…',
    'perkmint statistics counter --business biz_01… --from 2026-06-01 --csv > counter.csv',
  );
  recordsOf(
    noun,
    action,
  )<CounterReport>({
    usage: 'counter',
    about: 'Show visits, purchases, redemptions and refunds by person and place',
    call: 'GET /statistics/counter',
    options: [
      new OnlyBusinessOption(),
      option('--from <day>', "first day in the shop's time zone, such as 2026-06-01 (default: 30 days ago)"),
      option('--to <day>', 'last day (default: today)'),
      option('--place <id>', 'filter by place ID'),
      option('--user <id>', 'filter by user ID'),
    ],
    flags: [option('--csv', 'print comma-separated values')],
    names: { from: 'from', to: 'to' },
    print: ({ out, options }, report) => {
      if (out.isJson) out.record(report);
      else if ((options as { csv?: boolean }).csv) out.text(toCsv(report.rows, COLUMNS));
      else out.table(report.rows, COLUMNS);
    },
    examples: [
      'perkmint statistics counter --business biz_01… --from 2026-06-01 --to 2026-06-30',
      'perkmint statistics counter --business biz_01… --csv > counter.csv',
    ],
  });
}
