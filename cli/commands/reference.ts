import { type Command, Option } from 'commander';
import { listPerkPrices } from '../../src/exchange/market/service/read.ts';
import { ACTION_TYPES, type ActionType, type Action as LibraryAction } from '../../src/library/model.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { ActionPrice } from '../../src/reference/pricing-model.ts';
import * as reference from '../../src/reference/service/read.ts';
import { type Action, withExamples } from '../command.ts';
import { wholeNumber } from '../input.ts';
import type { Cell, Column } from '../output.ts';

const MAX_EFFORT = 5;
/** More than there are of anything here. */
const ALL = { page: 1, perPage: 1_000 };

const ACTION_COLUMNS: Column<LibraryAction>[] = [
  { title: 'ID', value: action => action.id },
  { title: 'NAME', value: action => action.name },
  { title: 'TYPE', value: action => action.type },
  { title: 'EFFORT', value: action => action.effort },
  { title: 'VALUE', value: action => formatAmount(action.value, 'USD') },
  { title: 'CONFIDENCE', value: action => action.valueConfidence },
  { title: 'POLICY', value: action => action.policy },
];

const PRICE_COLUMNS: Column<ActionPrice>[] = [
  { title: 'ACTION', value: price => price.actionId },
  { title: 'LOW', value: price => inDollars(price.suggestedReward?.low) },
  { title: 'TYPICAL', value: price => inDollars(price.suggestedReward?.typical) },
  { title: 'HIGH', value: price => inDollars(price.suggestedReward?.high) },
  { title: 'CPM', value: price => inDollars(price.cpm) },
  { title: 'CPC', value: price => inDollars(price.cpc) },
  { title: 'OBSERVED', value: price => inDollars(price.observed?.mean) },
];

function inDollars(amount: number | null | undefined): Cell {
  return amount === null || amount === undefined ? null : formatAmount(amount, 'USD');
}

interface Figure {
  industry: string;
  platform: string;
  metric: string;
  value: number | null;
  unit: string;
  source: string;
}

const FIGURE_COLUMNS: Column<Figure>[] = [
  { title: 'INDUSTRY', value: figure => figure.industry },
  { title: 'PLATFORM', value: figure => figure.platform },
  { title: 'METRIC', value: figure => figure.metric },
  { title: 'VALUE', value: figure => figure.value },
  { title: 'UNIT', value: figure => figure.unit },
  { title: 'SOURCE', value: figure => figure.source },
];

export function referenceCommands(program: Command, action: Action): void {
  addActions(program, action);
  addBenchmarks(program, action);
  addPricing(program, action);
}

interface ActionOptions {
  platform?: string;
  type?: ActionType;
  rewardable?: boolean;
  effort?: number;
}

function addActions(program: Command, action: Action): void {
  const command = program
    .command('actions')
    .description('List the marketing actions with their value and reward policy')
    .option('--platform <platform>', 'filter by platform, e.g. instagram')
    .addOption(new Option('--type <type>', 'filter by type').choices(ACTION_TYPES))
    .option('--rewardable', 'only actions that may be rewarded')
    .option('--effort <n>', 'filter by effort, from 0 to 5', wholeNumber(0, MAX_EFFORT))
    .action(
      action<ActionOptions>(async context => {
        const { platform, type, rewardable, effort } = context.options;
        const filter = { platform, type, rewardable, effort };
        context.out.page(reference.listActions(await context.ctx(), { ...ALL, ...filter }), ACTION_COLUMNS);
      }),
    );
  withExamples(
    command,
    'perkmint actions --platform instagram --rewardable',
    'perkmint actions --type review --json',
  );
}

function addBenchmarks(program: Command, action: Action): void {
  const command = program
    .command('benchmarks [industry]')
    .description(
      "Show an industry's published benchmarks and this installation's own figures (default: all industries)",
    )
    .action(
      action(async (context, industry = 'all') => {
        const found = await reference.listBenchmarks(await context.ctx(), { ...ALL, industry });
        if (found.match?.message) context.out.info(found.match.message);
        const figures = found.items.flatMap(item => {
          const published = item.figures.map(figure => ({ ...figure, source: figure.sourceId }));
          const observed = (item.observed?.figures ?? []).map(figure => ({
            ...figure,
            source: `observed here, ${figure.sampleSize} cases`,
          }));
          return [...published, ...observed].map(figure => ({ industry: item.industry, ...figure }));
        });
        context.out.table(figures, FIGURE_COLUMNS, found);
      }),
    );
  withExamples(command, 'perkmint benchmarks cafe', 'perkmint benchmarks dental --json');
}

function addPricing(program: Command, action: Action): void {
  const command = program
    .command('pricing')
    .description('Show the suggested reward for each action')
    .option('--platform <platform>', 'filter by platform, e.g. instagram')
    .action(
      action<{ platform?: string }>(async context => {
        const ctx = await context.ctx();
        const whole = await reference.getPricing(ctx, await listPerkPrices(ctx));
        const { platform } = context.options;
        const actions = whole.actions.filter(price => !platform || price.platform === platform.toLowerCase());
        context.out.table(actions, PRICE_COLUMNS, { ...whole, actions });
        if (actions.length === 0 && !context.out.isJson) context.out.info('No results');
      }),
    );
  withExamples(command, 'perkmint pricing --platform tiktok', 'perkmint pricing --json');
}
