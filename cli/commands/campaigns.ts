import { type Command, Option } from 'commander';
import { CAMPAIGN_STATES } from '../../db/enums.ts';
import type { ComplianceCard } from '../../src/campaigns/compliance-model.ts';
import type { Campaign } from '../../src/campaigns/model.ts';
import { getComplianceCard } from '../../src/campaigns/service/compliance.ts';
import { deleteCampaign, duplicateCampaign } from '../../src/campaigns/service/manage.ts';
import { getCampaign, listCampaigns } from '../../src/campaigns/service/read.ts';
import { encodePathSegment } from '../../src/describe/operation-calls.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { Page } from '../../src/platform/page.ts';
import { updateCampaign } from '../../src/submissions/service/review.ts';
import { buildQuery, localOrRemote, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { type PageOptions, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<Campaign>[] = [
  { title: 'ID', value: campaign => campaign.id },
  { title: 'NAME', value: campaign => campaign.name },
  { title: 'STATE', value: campaign => campaign.state },
  { title: 'ACTION', value: ({ platform, actionType }) => `${platform} ${actionType}` },
  { title: 'REWARD', value: ({ reward, currency }) => formatReward(reward, currency) },
  {
    title: 'REMAINING',
    value: ({ budget, currency }) =>
      budget
        ? `${formatAmount(budget.remaining, currency)} of ${formatAmount(budget.total, currency)}`
        : null,
  },
  { title: 'PENDING', value: ({ stats }) => stats.pending },
  { title: 'APPROVED', value: ({ stats }) => stats.approved },
];

interface BusinessOption extends RemoteOptions {
  business?: string;
}

type State = Campaign['state'];

function formatReward({ type, value, name }: Campaign['reward'], currency: string): string {
  return name ?? (type === 'fixed' ? formatAmount(value ?? 0, currency) : `${value}%`);
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
    .option('--platform <platform>', 'filter by platform, such as instagram')
    .addOption(new Option('--state <state>', 'filter by state').choices(CAMPAIGN_STATES));
  withServer(withPages(list)).action(
    action<PageOptions & BusinessOption & { state?: State; platform?: string }>(async context => {
      const { business, state, platform } = context.options;
      const query = { ...pickPage(context.options), businessId: business, state, platform };
      const page = await readPages(context.options, query, each =>
        localOrRemote(
          context,
          ask => ask<Page<Campaign>>('GET', `/campaigns${buildQuery(each)}`),
          ctx => listCampaigns(ctx, each),
        ),
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
  addStateChange(
    noun,
    action,
    'pause',
    'Pause campaigns (pending submissions can still be reviewed)',
    'paused',
  );
  addStateChange(noun, action, 'resume', 'Activate paused or draft campaigns', 'active');

  const end = noun
    .command('end <ids...>')
    .description('End campaigns permanently')
    .option('--business <id>', 'fail unless the campaigns belong to this business')
    .option('--reject-pending', 'reject pending submissions (default: keep them pending)')
    .action(
      action<BusinessOption & { rejectPending?: boolean }>(async (context, ...ids) => {
        for (const id of ids) {
          const { name } = await fetchCampaign(context, id);
          await context.confirm(`End campaign "${name}" permanently?`);
          const pendingPolicy = context.options.rejectPending ? 'rejectAll' : 'keep';
          await changeCampaign(context, id, { state: 'ended', pendingPolicy });
        }
      }),
    );
  withServer(end);
  withExamples(
    end,
    'perkmint campaigns end cmp_01…',
    'perkmint campaigns end cmp_01… cmp_02… --reject-pending --yes',
  );
  addCompliance(noun, action);
  addDuplicate(noun, action);
  addDelete(noun, action);
}

function addStateChange(
  noun: Command,
  action: Action,
  verb: 'pause' | 'resume',
  description: string,
  state: 'active' | 'paused',
): void {
  const command = noun
    .command(`${verb} <ids...>`)
    .description(description)
    .option('--business <id>', 'fail unless the campaigns belong to this business')
    .action(
      action<BusinessOption>(async (context, ...ids) => {
        for (const id of ids) await changeCampaign(context, id, { state });
      }),
    );
  withServer(command);
  withExamples(
    command,
    `perkmint campaigns ${verb} cmp_01… cmp_02…`,
    `perkmint campaigns ${verb} cmp_01… --json`,
  );
}

function addCompliance(noun: Command, action: Action): void {
  const compliance = noun
    .command('compliance <id>')
    .description("Show a campaign's rules, their sources, its disclosure, and who acknowledged the rules")
    .action(
      action(async (context, id = '') => {
        const card = await localOrRemote(
          context,
          ask => ask<ComplianceCard>('GET', `/campaigns/${encodePathSegment('id', id)}/compliance`),
          ctx => getComplianceCard(ctx, id),
        );
        context.out.record(card);
      }),
    );
  withServer(compliance);
  withExamples(
    compliance,
    'perkmint campaigns compliance cmp_01…',
    'perkmint campaigns compliance cmp_01… --json',
  );
}

function addDuplicate(noun: Command, action: Action): void {
  const duplicate = noun
    .command('duplicate <id>')
    .description('Create a draft with the terms of another campaign')
    .option('--name <name>', 'name of the draft (default: the name of the original with "(copy)")')
    .option('--business <id>', 'fail unless the campaign belongs to this business')
    .action(
      action<BusinessOption & { name?: string }>(async (context, id = '') => {
        const { name, business: businessId } = context.options;
        const campaign = await localOrRemote(
          context,
          ask =>
            ask<Campaign>('POST', `/campaigns/${encodePathSegment('id', id)}/duplicate`, {
              name,
              businessId,
            }),
          ctx => duplicateCampaign(ctx, id, { name, businessId }),
        );
        context.out.done(`${campaign.id} is a draft: ${campaign.name}`, campaign);
      }),
    );
  withServer(duplicate);
  withExamples(
    duplicate,
    'perkmint campaigns duplicate cmp_01…',
    'perkmint campaigns duplicate cmp_01… --name "Summer menu, second round"',
  );
}

function addDelete(noun: Command, action: Action): void {
  const remove = noun
    .command('delete <id>')
    .description('Delete a draft')
    .action(
      action<RemoteOptions>(async (context, id = '') => {
        const { name } = await fetchCampaign(context, id);
        await context.confirm(`Delete the draft "${name}"?`);
        const deleted = await localOrRemote(
          context,
          ask => ask<{ id: string }>('DELETE', `/campaigns/${encodePathSegment('id', id)}`),
          ctx => deleteCampaign(ctx, id),
        );
        context.out.done(`${name} was deleted`, deleted);
      }),
    );
  withServer(remove);
  withExamples(remove, 'perkmint campaigns delete cmp_01…', 'perkmint campaigns delete cmp_01… --yes');
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
