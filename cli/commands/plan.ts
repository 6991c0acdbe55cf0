import type { Command } from 'commander';
import type { MarketingPlan } from '../../src/planner/model.ts';
import { formatAmount } from '../../src/platform/money.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import type { Action } from '../command.ts';
import { parseNumber } from '../input.ts';
import type { Column, Output } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const BAR_WIDTH = 24;
const BAR = '█';
const EMPTY_BAR = '░';

type PlannedCampaign = MarketingPlan['campaigns'][number];
type Share = MarketingPlan['allocation'][number];
type Week = MarketingPlan['timeline'][number];

/** Adds `plan`: the best plan for a monthly budget, as POST /ai/campaign-agent returns it. */
export function planCommand(program: Command, action: Action): void {
  const add = recordsOf(program, action);
  add<MarketingPlan>({
    usage: 'plan',
    about: 'Plan a month of campaigns for a budget, with schedule and forecast',
    call: 'POST /ai/campaign-agent',
    options: [
      new OnlyBusinessOption(),
      option('--budget <amount>', "monthly budget (default: last month's spend, else 300)", parseNumber),
      option('--goals <list>', 'comma-separated goals, in plain words', splitList),
      option('--reviews-per-week <count>', 'submissions you can review per week', parseNumber),
      option(
        '--customers-per-month <count>',
        'customers you can reach per month (default: 500)',
        parseNumber,
      ),
    ],
    print: ({ out }, plan) => {
      if (out.isJson) out.json(plan);
      else printPlan(out, plan);
    },
    examples: [
      'perkmint plan --business biz_01… --budget 300',
      'perkmint plan --business biz_01… --budget 300 --goals reviews,sales --reviews-per-week 10 --json',
    ],
  });
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
}

function printPlan(out: Output, plan: MarketingPlan): void {
  const format = (amount: number) => formatAmount(amount, plan.currency);
  const { budget, campaigns, allocation, timeline, forecast, goals, warnings } = plan;
  const most = Math.max(0, ...campaigns.map(({ value }) => value));
  const columns: Column<PlannedCampaign>[] = [
    { title: 'CAMPAIGN', value: ({ campaign }) => campaign.name },
    { title: 'PLATFORM', value: ({ campaign }) => campaign.platform },
    { title: 'REWARD', value: ({ campaign }) => format(campaign.reward.value ?? 0) },
    { title: 'COMPLETIONS', value: each => each.completions },
    { title: 'BUDGET', value: each => format(each.budget) },
    { title: 'VALUE', value: each => format(each.value) },
    { title: '', value: each => bar(each.value, most) },
  ];
  out.table(campaigns, columns);
  out.text('');
  const shares: Column<Share>[] = [
    { title: 'PLATFORM', value: share => share.platform },
    { title: 'AMOUNT', value: share => format(share.amount) },
    { title: 'SHARE', value: share => `${share.percent}%` },
    { title: '', value: share => bar(share.percent, 100) },
  ];
  out.table(allocation, shares);
  out.text('');
  const weeks: Column<Week>[] = [
    { title: 'WEEK', value: week => week.week },
    { title: 'FROM', value: week => week.startsAt.slice(0, 10) },
    { title: 'APPROVE', value: week => week.completions },
    { title: 'REVIEW', value: week => week.reviews },
    { title: 'TASKS', value: week => week.tasks.length },
  ];
  out.table(timeline, weeks);
  out.text('');
  out.record({
    budget: `${format(budget.monthly)} per month: ${format(budget.allocated)} planned, ${format(budget.reserve)} in reserve`,
    value: `${format(forecast.value)} (${format(forecast.low)} to ${format(forecast.high)} across the sources' ranges)`,
    return: forecast.roi === null ? null : `${Math.round(forecast.roi * 100)}% above cost`,
    reach: forecast.reach,
    'a larger budget': `${format(forecast.next100.value)} of value, ${formatCount(forecast.next100.completions, 'completion')}`,
    goals: goals.understood,
  });
  for (const { message } of warnings) out.info(message);
  out.info('Use --json for tasks, request bodies and assumptions');
}

function bar(value: number, most: number): string {
  const filled = most > 0 ? Math.round((value / most) * BAR_WIDTH) : 0;
  return BAR.repeat(filled) + EMPTY_BAR.repeat(BAR_WIDTH - filled);
}
