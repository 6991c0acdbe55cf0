import type { Command } from 'commander';
import { PROPOSAL_STATUSES } from '../../db/enums.ts';
import type { Proposal } from '../../src/mandates/model.ts';
import { formatAmount } from '../../src/platform/money.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup } from '../command.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const COLUMNS: Column<Proposal>[] = [
  { title: 'ID', value: proposal => proposal.id },
  { title: 'STATUS', value: proposal => proposal.status },
  { title: 'AGENT', value: ({ agent }) => agent.name },
  { title: 'OPERATION', value: proposal => proposal.operationId },
  { title: 'COST', value: describeCost },
  { title: 'CREATED', value: proposal => proposal.createdAt },
  { title: 'EXPIRES', value: proposal => proposal.expiresAt },
];

export function proposalCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'proposals',
    'Decide about requests of agents that wait for a person',
    'perkmint proposals list --status pending --business biz_01…',
    'perkmint proposals approve prp_01…',
  );
  const add = recordsOf(noun, action);
  add<Proposal>({
    usage: 'list',
    isDefault: true,
    about: 'List what agents of a business propose, newest first',
    call: 'GET /proposals',
    options: [new OnlyBusinessOption(), option('--status <status>', 'only these', PROPOSAL_STATUSES)],
    columns: COLUMNS,
    examples: [
      'perkmint proposals list --status pending --business biz_01…',
      'perkmint proposals list --business biz_01… --json',
    ],
  });
  add<Proposal>({
    usage: 'show <id>',
    about: 'Show a proposal with its request, its preview and its result',
    call: 'GET /proposals/:id',
    examples: ['perkmint proposals show prp_01…', 'perkmint proposals show prp_01… --json'],
  });
  add<Proposal>({
    usage: 'approve <id>',
    about: 'Run the request of an agent exactly as it was sent',
    call: 'POST /proposals/:id/decide',
    fixed: { action: 'approve' },
    reads: 'GET /proposals/:id',
    options: [option('--reason <text>', 'why')],
    confirm: values => `Run ${values.operationId} (${describeCost(values as unknown as Proposal)})?`,
    done: ({ id, operationId }) => `${operationId} has run as proposed in ${id}`,
    examples: ['perkmint proposals approve prp_01…', 'perkmint proposals approve prp_01… --yes'],
  });
  add<Proposal>({
    usage: 'reject <id>',
    about: 'Reject the request of an agent',
    call: 'POST /proposals/:id/decide',
    fixed: { action: 'reject' },
    options: [option('--reason <text>', 'why; the agent sees it')],
    done: ({ id }) => `${id} is rejected`,
    examples: ['perkmint proposals reject prp_01…', 'perkmint proposals reject prp_01… --reason "Too much"'],
  });
}

function describeCost({ amount, currency }: Pick<Proposal, 'amount' | 'currency'>): string {
  return amount === null ? 'unknown cost' : formatAmount(amount, currency);
}
