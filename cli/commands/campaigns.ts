import type { Command } from 'commander';
import { CAMPAIGN_STATES } from '../../db/enums.ts';
import type { ComplianceCard } from '../../src/campaigns/compliance-model.ts';
import type { Campaign } from '../../src/campaigns/model.ts';
import { encodePathSegment } from '../../src/describe/operation-calls.ts';
import { formatAmount } from '../../src/platform/money.ts';
import { callOperation, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

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
  const add = recordsOf(noun, action);
  add<Campaign>({
    usage: 'list',
    about: 'List campaigns, newest first',
    call: 'GET /campaigns',
    options: [
      option('--business <id>', 'filter by business ID'),
      option('--platform <platform>', 'filter by platform, such as instagram'),
      option('--state <state>', 'filter by state', CAMPAIGN_STATES),
    ],
    columns: COLUMNS,
    examples: ['perkmint campaigns list --state active', 'perkmint campaigns list --business biz_01… --json'],
  });
  add<Campaign>({
    usage: 'show <id>',
    about: 'Show a campaign',
    call: 'GET /campaigns/:id',
    examples: ['perkmint campaigns show cmp_01…', 'perkmint campaigns show cmp_01… --json'],
  });
  addStateChanges(noun, action);
  add<ComplianceCard>({
    usage: 'compliance <id>',
    about: "Show a campaign's rules, their sources, its disclosure, and who acknowledged the rules",
    call: 'GET /campaigns/:id/compliance',
    examples: ['perkmint campaigns compliance cmp_01…', 'perkmint campaigns compliance cmp_01… --json'],
  });
  add<Campaign>({
    usage: 'duplicate <id>',
    about: 'Create a draft with the terms of another campaign',
    call: 'POST /campaigns/:id/duplicate',
    options: [
      option('--name <name>', 'name of the draft (default: the name of the original with "(copy)")'),
      option('--business <id>', 'fail unless the campaign belongs to this business'),
    ],
    done: campaign => `${campaign.id} is a draft: ${campaign.name}`,
    examples: [
      'perkmint campaigns duplicate cmp_01…',
      'perkmint campaigns duplicate cmp_01… --name "Summer menu, second round"',
    ],
  });
  add<{ id: string }>({
    usage: 'delete <id>',
    about: 'Delete a draft',
    call: 'DELETE /campaigns/:id',
    reads: 'GET /campaigns/:id',
    confirm: ({ name }) => `Delete the draft "${name}"?`,
    done: (_, { name }) => `${name} was deleted`,
    examples: ['perkmint campaigns delete cmp_01…', 'perkmint campaigns delete cmp_01… --yes'],
  });
}

/** Adds the commands that change the state of several campaigns. */
function addStateChanges(noun: Command, action: Action): void {
  for (const [verb, state, about] of [
    ['pause', 'paused', 'Pause campaigns (pending submissions can still be reviewed)'],
    ['resume', 'active', 'Activate paused or draft campaigns'],
  ] as const) {
    const command = noun
      .command(`${verb} <ids...>`)
      .description(about)
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
  const end = noun
    .command('end <ids...>')
    .description('End campaigns permanently')
    .option('--business <id>', 'fail unless the campaigns belong to this business')
    .option('--reject-pending', 'reject pending submissions (default: keep them pending)')
    .action(
      action<BusinessOption & { rejectPending?: boolean }>(async (context, ...ids) => {
        for (const id of ids) {
          const path = `/campaigns/${encodePathSegment('id', id)}`;
          const { name } = await callOperation<Campaign>(context, 'GET', path);
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
}

async function changeCampaign(
  context: CommandContext<BusinessOption>,
  id: string,
  change: { state: 'active' | 'paused' | 'ended'; pendingPolicy?: 'keep' | 'rejectAll' },
): Promise<void> {
  const input = { id, businessId: context.options.business, ...change };
  const campaign = await callOperation<Campaign>(context, 'PUT', '/campaigns', input);
  context.out.done(`${campaign.name} is ${campaign.state}`, campaign);
}
