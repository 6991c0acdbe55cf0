import type { Command } from 'commander';
import type { Benchmarks, IndustryBenchmark } from '../../src/library/benchmark-model.ts';
import { ACTION_TYPES, ALL_ACTIONS, type Action as LibraryAction } from '../../src/library/model.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { Page } from '../../src/platform/page.ts';
import type { ActionPrice, Pricing } from '../../src/reference/pricing-model.ts';
import type { Action } from '../command.ts';
import { wholeNumber } from '../input.ts';
import type { Cell, Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const MAX_EFFORT = 5;

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

function listFigures({ industry, figures, observed }: IndustryBenchmark): Figure[] {
  const published = figures.map(figure => ({ ...figure, source: figure.sourceId }));
  const own = (observed?.figures ?? []).map(figure => ({
    ...figure,
    source: `observed here, ${figure.sampleSize} cases`,
  }));
  return [...published, ...own].map(figure => ({ industry, ...figure }));
}

export function referenceCommands(program: Command, action: Action): void {
  const add = recordsOf(program, action);
  const platform = () => option('--platform <platform>', 'filter by platform, e.g. instagram');
  add<Page<LibraryAction>>({
    usage: 'actions',
    about: 'List the marketing actions with their value and reward policy',
    call: 'GET /actions',
    fixed: { perPage: ALL_ACTIONS },
    options: [
      platform(),
      option('--type <type>', 'filter by type', ACTION_TYPES),
      option('--rewardable', 'only actions that may be rewarded'),
      option('--effort <n>', 'filter by effort, from 0 to 5', wholeNumber(0, MAX_EFFORT)),
    ],
    print: ({ out }, actions) => out.page(actions, ACTION_COLUMNS),
    examples: ['perkmint actions --platform instagram --rewardable', 'perkmint actions --type review --json'],
  });
  add<Benchmarks>({
    usage: 'benchmarks [industry]',
    about:
      "Show an industry's published benchmarks and this installation's own figures (default: all industries)",
    call: 'GET /benchmarks',
    fixed: { industry: 'all' },
    print: ({ out }, found) => {
      if (found.match?.message) out.info(found.match.message);
      out.table(found.items.flatMap(listFigures), FIGURE_COLUMNS, found);
    },
    examples: ['perkmint benchmarks cafe', 'perkmint benchmarks dental --json'],
  });
  add<Pricing>({
    usage: 'pricing',
    about: 'Show the suggested reward for each action',
    call: 'GET /pricing',
    flags: [platform()],
    print: ({ out, options }, whole) => {
      const { platform: wanted } = options as { platform?: string };
      const actions = whole.actions.filter(price => !wanted || price.platform === wanted.toLowerCase());
      out.table(actions, PRICE_COLUMNS, { ...whole, actions });
      if (actions.length === 0 && !out.isJson) out.info('No results');
    },
    examples: ['perkmint pricing --platform tiktok', 'perkmint pricing --json'],
  });
}
