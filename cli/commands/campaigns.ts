import { type Command, Option } from 'commander';
import { CAMPAIGN_STATES } from '../../db/enums.ts';
import type { Campaign } from '../../src/campaigns/model.ts';
import { getCampaign, listCampaigns } from '../../src/campaigns/service/read.ts';
import { encodePathSegment } from '../../src/describe/operation-calls.ts';
import type { Page, PageQuery } from '../../src/platform/page.ts';
import { updateCampaign } from '../../src/submissions/service/review.ts';
import { buildQuery, localOrRemote, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { pickPage, withPages } from '../input.ts';
import { type Column, formatDollars } from '../output.ts';

const COLUMNS: Column<Campaign>[] = [
  { title: 'ID', value: campaign => campaign.id },
  { title: 'NAME', value: campaign => campaign.name },
  { title: 'STATE', value: campaign => campaign.state },
  { title: 'ACTION', value: ({ platform, actionType }) => `${platform} ${actionType}` },
  { title: 'REWARD', value: ({ reward }) => formatReward(reward) },
  {
    title: 'REMAINING',
    value: ({ budget }) =>
      budget ? `${formatDollars(budget.remaining)} of ${formatDollars(budget.total)}` : null,
  },
  { title: 'PENDING', value: ({ stats }) => stats.pending },
  { title: 'APPROVED', value: ({ stats }) => stats.approved },
];

interface BusinessOption extends RemoteOptions {
  business?: string;
}

type State = Campaign['state'];

function formatReward({ type, value, name }: Campaign['reward']): string {
  return name ?? (type === 'fixed' ? formatDollars(value) : `${value}%`);
}

export function campaignCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'campaigns',
    'Manage campaigns',
    'perkmint campaigns list --state active',
    'perkmint campaigns pause cmp_01…',
  );
  addReads(noun, action);
  addActions(noun, action);
}

function addReads(noun: Command, action: Action): void {
  const list = noun
    .command('list')
    .description('List campaigns, newest first')
    .option('--business <id>', 'filter by business ID')
    .addOption(new Option('--state <state>', 'filter by state').choices(CAMPAIGN_STATES));
  withServer(withPages(list)).action(
    action<PageQuery & BusinessOption & { state?: State }>(async context => {
      const { business, state } = context.options;
      const query = { ...pickPage(context.options), businessId: business, state };
      const page = await localOrRemote(
        context,
        ask => ask<Page<Campaign>>('GET', `/campaigns${buildQuery(query)}`),
        ctx => listCampaigns(ctx, query),
      );
      context.out.page(page, COLUMNS);
    }),
  );
  withExamples(
    list,
    'perkmint campaigns list --state active',
    'perkmint campaigns list --business biz_01… --json',
  );

  const showOne = noun
    .command('show <id>')
    .description('Show a campaign')
    .action(
      action<RemoteOptions>(async (context, id = '') => context.out.record(await fetchCampaign(context, id))),
    );
  withServer(showOne);
  withExamples(showOne, 'perkmint campaigns show cmp_01…', 'perkmint campaigns show cmp_01… --json');
}

function addActions(noun: Command, action: Action): void {
  const pause = noun
    .command('pause <id>')
    .description('Pause a campaign (pending submissions can still be reviewed)')
    .option('--business <id>', 'fail unless the campaign belongs to this business')
    .action(action<BusinessOption>((context, id = '') => changeCampaign(context, id, { state: 'paused' })));
  withServer(pause);
  withExamples(pause, 'perkmint campaigns pause cmp_01…', 'perkmint campaigns pause cmp_01… --json');

  const resume = noun
    .command('resume <id>')
    .description('Activate a paused or draft campaign')
    .option('--business <id>', 'fail unless the campaign belongs to this business')
    .action(action<BusinessOption>((context, id = '') => changeCampaign(context, id, { state: 'active' })));
  withServer(resume);
  withExamples(resume, 'perkmint campaigns resume cmp_01…', 'perkmint campaigns resume cmp_01… --json');

  const end = noun
    .command('end <id>')
    .description('End a campaign permanently')
    .option('--business <id>', 'fail unless the campaign belongs to this business')
    .option('--reject-pending', 'reject pending submissions (default: keep them pending)')
    .action(
      action<BusinessOption & { rejectPending?: boolean }>(async (context, id = '') => {
        const { name } = await fetchCampaign(context, id);
        await context.confirm(`End campaign "${name}" permanently?`);
        const pendingPolicy = context.options.rejectPending ? 'rejectAll' : 'keep';
        await changeCampaign(context, id, { state: 'ended', pendingPolicy });
      }),
    );
  withServer(end);
  withExamples(
    end,
    'perkmint campaigns end cmp_01…',
    'perkmint campaigns end cmp_01… --reject-pending --yes',
  );
}

function fetchCampaign(context: CommandContext<RemoteOptions>, id: string): Promise<Campaign> {
  return localOrRemote(
    context,
    ask => ask<Campaign>('GET', `/campaigns/${encodePathSegment('id', id)}`),
    ctx => getCampaign(ctx, id),
  );
}

async function changeCampaign(
  context: CommandContext<BusinessOption>,
  id: string,
  change: { state: 'active' | 'paused' | 'ended'; pendingPolicy?: 'keep' | 'rejectAll' },
): Promise<void> {
  const input = { id, businessId: context.options.business, ...change };
  const campaign = await localOrRemote(
    context,
    ask => ask<Campaign>('PUT', '/campaigns', input),
    ctx => updateCampaign(ctx, input),
  );
  context.out.done(`${campaign.name} is ${campaign.state}`, campaign);
}
