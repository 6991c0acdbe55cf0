import { Argument, type Command } from 'commander';
import { INBOUND_ORDER_STATUSES, ORDER_SOURCES } from '../../db/enums.ts';
import { formatAmount } from '../../src/platform/money.ts';
import type { InboundOrder, Integration } from '../../src/programs/integrations/model.ts';
import { callOperation, type RemoteOptions, withServer } from '../api/client.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';
import { readSecretFile } from '../secrets.ts';

const SYSTEMS: Column<Integration>[] = [
  { title: 'SYSTEM', value: ({ source }) => source },
  { title: 'PROGRAM', value: ({ programId }) => programId },
  { title: 'SECRET', value: ({ hasSecret }) => (hasSecret ? 'set' : 'missing') },
  { title: 'LAST RECEIVED', value: ({ lastReceivedAt }) => lastReceivedAt },
  { title: 'URL', value: ({ url }) => url },
];

const REFUSALS = {
  INVALID_SIGNATURE: "the signature doesn't match; check the secret",
  TIMESTAMP_EXPIRED: 'its time is more than 5 minutes off; check the clock of this computer',
};

const ORDERS: Column<InboundOrder>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'ORDER', value: ({ orderId }) => orderId },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'MEMBER', value: ({ memberId, email, phone }) => memberId ?? email ?? phone },
  {
    title: 'AMOUNT',
    value: ({ amount, currency }) => (amount === null ? null : formatAmount(amount, currency)),
  },
  { title: 'REFUNDED', value: ({ refunded, currency }) => formatAmount(refunded, currency) },
  { title: 'REASON', value: ({ reason }) => reason?.code },
  { title: 'CREATED', value: ({ createdAt }) => createdAt },
];

const choices = { system: ORDER_SOURCES };

export function integrationCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'integrations',
    'Manage the shop systems that send orders',
    'perkmint integrations set shopify --business biz_01… --program prg_01… --secret-file secret.txt',
    'perkmint integrations orders shopify --business biz_01… --status parked',
  );
  const add = recordsOf(noun, action);
  add<Integration>({
    usage: 'list',
    about: "List a business's shop systems, without their secrets",
    call: 'GET /integrations',
    options: [new OnlyBusinessOption()],
    columns: SYSTEMS,
    warn: warnOfWebhooks,
    examples: [
      'perkmint integrations list --business biz_01…',
      'perkmint integrations list --business biz_01… --json',
    ],
  });
  addSet(noun, action);
  add<InboundOrder>({
    usage: 'orders <system>',
    about: 'List the orders that came from a shop system, newest first',
    call: 'GET /integrations/:system/orders',
    choices,
    options: [
      new OnlyBusinessOption(),
      option('--status <status>', 'filter by status', INBOUND_ORDER_STATUSES),
      option('--member <memberId>', 'filter by member ID'),
    ],
    columns: ORDERS,
    examples: [
      'perkmint integrations orders shopify --business biz_01…',
      'perkmint integrations orders shopify --business biz_01… --status parked --json',
    ],
  });
  add<InboundOrder>({
    usage: 'retry <system> <id>',
    about: 'Count an order again, or for a member; nothing is counted twice',
    call: 'POST /integrations/:system/orders/:id/retry',
    choices,
    options: [option('--member <memberId>', 'count it for this member')],
    done: ({ orderId, status, reason, memberId }) =>
      `Order ${orderId} is ${status}${reason ? `: ${reason.message}` : memberId ? ` for ${memberId}` : ''}`,
    examples: [
      'perkmint integrations retry shopify ibo_01…',
      'perkmint integrations retry shopify ibo_01… --member till-4711',
    ],
  });
  add<Integration>({
    usage: 'remove <system>',
    about: 'Remove a shop system: its URL stops working, and what its orders have earned stays',
    call: 'DELETE /integrations/:system',
    choices,
    options: [new OnlyBusinessOption()],
    confirm: ({ system }) => `Remove ${system}? Its URL stops working.`,
    done: (_, { system }) => `Removed ${system}`,
    examples: [
      'perkmint integrations remove shopify --business biz_01…',
      'perkmint integrations remove shopify --business biz_01… --yes',
    ],
  });
}

/** Prints what went wrong with the webhooks of shop systems. */
function warnOfWebhooks({ out }: CommandContext<RemoteOptions>, systems: readonly Integration[]): void {
  for (const { source, lastRefused, lastIgnoredAt } of systems) {
    if (lastRefused)
      out.info(`${source}: a webhook was refused at ${lastRefused.at}: ${REFUSALS[lastRefused.code]}`);
    if (lastIgnoredAt)
      out.info(
        `${source}: the webhook at ${lastIgnoredAt} was not a paid order or refund; check the selected events`,
      );
  }
}

interface SetOptions extends RemoteOptions {
  business?: string;
  program?: string;
  secretFile?: string;
}

function addSet(noun: Command, action: Action): void {
  const command = noun
    .command('set')
    .addArgument(new Argument('<system>', 'shop system').choices(ORDER_SOURCES))
    .description('Set up a shop system, or change its program or secret; prints the URL that it must post to')
    .addOption(new OnlyBusinessOption())
    .option('--program <id>', 'the program that counts the orders; required at first')
    .option('--secret-file <file>', 'a file with the secret that the system signs with')
    .action(
      action<SetOptions>(async (context, system = '') => {
        const { business: businessId, program: programId, secretFile } = context.options;
        const secret = secretFile === undefined ? undefined : readSecretFile(secretFile);
        const change = { secret, programId, businessId };
        const saved = await callOperation<Integration>(context, 'PUT', `/integrations/${system}`, change);
        context.out.info(
          saved.hasSecret
            ? `Enter this URL in ${system}:`
            : `Enter this URL in ${system}, then set the secret that it shows with --secret-file:`,
        );
        context.out.value(saved.url, saved);
      }),
    );
  withServer(command);
  withExamples(
    command,
    'perkmint integrations set stripe --business biz_01… --program prg_01…',
    'perkmint integrations set stripe --business biz_01… --secret-file secret.txt',
  );
}
