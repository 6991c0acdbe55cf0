import { Argument, type Command, Option } from 'commander';
import { INBOUND_ORDER_STATUSES, ORDER_SOURCES } from '../../db/enums.ts';
import { formatAmount } from '../../src/platform/money.ts';
import {
  type InboundOrder,
  InboundOrderRetry,
  type Integration,
  IntegrationChange,
  type Source,
} from '../../src/programs/integrations/model.ts';
import * as integrations from '../../src/programs/integrations/service/integrations.ts';
import { listInboundOrders, retryInboundOrder } from '../../src/programs/integrations/service/orders.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, parseInput, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';
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

interface BusinessOption {
  business: string;
}

interface OrderOptions extends PageOptions, BusinessOption {
  status?: InboundOrder['status'];
  member?: string;
}

export function integrationCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'integrations',
    'Manage the shop systems that send orders',
    'perkmint integrations set shopify --business biz_01… --program prg_01… --secret-file secret.txt',
    'perkmint integrations orders shopify --business biz_01… --status parked',
  );
  addList(noun, action);
  addSet(noun, action);
  addOrders(noun, action);
  addRetry(noun, action);
  addRemove(noun, action);
}

const source = () => new Argument('<system>', 'shop system').choices(ORDER_SOURCES);

function addList(noun: Command, action: Action): void {
  const command = noun
    .command('list')
    .description("List a business's shop systems, without their secrets")
    .addOption(new OnlyBusinessOption());
  withPages(command).action(
    action<PageOptions & BusinessOption>(async context => {
      const query = { ...pickPage(context.options), businessId: context.options.business };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => integrations.listIntegrations(ctx, each));
      context.out.page(page, SYSTEMS);
      for (const { source, lastRefused, lastIgnoredAt } of page.items) {
        if (lastRefused)
          context.out.info(
            `${source}: a webhook was refused at ${lastRefused.at}: ${REFUSALS[lastRefused.code]}`,
          );
        if (lastIgnoredAt)
          context.out.info(
            `${source}: the webhook at ${lastIgnoredAt} was not a paid order or refund; check the selected events`,
          );
      }
    }),
  );
  withExamples(
    command,
    'perkmint integrations list --business biz_01…',
    'perkmint integrations list --business biz_01… --json',
  );
}

function addSet(noun: Command, action: Action): void {
  const command = noun
    .command('set')
    .addArgument(source())
    .description('Set up a shop system, or change its program or secret; prints the URL that it must post to')
    .addOption(new OnlyBusinessOption())
    .option('--program <id>', 'the program that counts the orders; required at first')
    .option('--secret-file <file>', 'a file with the secret that the system signs with')
    .action(
      action<BusinessOption & { program?: string; secretFile?: string }>(async (context, system = '') => {
        const { business: businessId, program: programId, secretFile } = context.options;
        const secret = secretFile === undefined ? undefined : readSecretFile(secretFile);
        const change = parseInput(IntegrationChange, { secret, programId, businessId });
        const saved = await integrations.setIntegration(await context.ctx(), system as Source, change);
        context.out.info(
          saved.hasSecret
            ? `Enter this URL in ${system}:`
            : `Enter this URL in ${system}, then set the secret that it shows with --secret-file:`,
        );
        context.out.value(saved.url, saved);
      }),
    );
  withExamples(
    command,
    'perkmint integrations set stripe --business biz_01… --program prg_01…',
    'perkmint integrations set stripe --business biz_01… --secret-file secret.txt',
  );
}

function addOrders(noun: Command, action: Action): void {
  const command = noun
    .command('orders')
    .addArgument(source())
    .description('List the orders that came from a shop system, newest first')
    .addOption(new OnlyBusinessOption())
    .addOption(new Option('--status <status>', 'filter by status').choices(INBOUND_ORDER_STATUSES))
    .option('--member <memberId>', 'filter by member ID');
  withPages(command).action(
    action<OrderOptions>(async (context, system = '') => {
      const { business: businessId, status, member: memberId } = context.options;
      const query = { ...pickPage(context.options), businessId, status, memberId };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each =>
        listInboundOrders(ctx, system as Source, each),
      );
      context.out.page(page, ORDERS);
    }),
  );
  withExamples(
    command,
    'perkmint integrations orders shopify --business biz_01…',
    'perkmint integrations orders shopify --business biz_01… --status parked --json',
  );
}

function addRetry(noun: Command, action: Action): void {
  const command = noun
    .command('retry')
    .addArgument(source())
    .argument('<id>', 'order ID, as listed')
    .description('Count an order again, or for a member; nothing is counted twice')
    .option('--member <memberId>', 'count it for this member')
    .action(
      action<{ member?: string }>(async (context, system = '', id = '') => {
        const body = parseInput(InboundOrderRetry, { memberId: context.options.member });
        const order = await retryInboundOrder(await context.ctx(), system as Source, id, body);
        const { status, reason, memberId } = order;
        const detail = reason ? `: ${reason.message}` : memberId ? ` for ${memberId}` : '';
        context.out.done(`Order ${order.orderId} is ${status}${detail}`, order);
      }),
    );
  withExamples(
    command,
    'perkmint integrations retry shopify ibo_01…',
    'perkmint integrations retry shopify ibo_01… --member till-4711',
  );
}

function addRemove(noun: Command, action: Action): void {
  const command = noun
    .command('remove')
    .addArgument(source())
    .description('Remove a shop system: its URL stops working, and what its orders have earned stays')
    .addOption(new OnlyBusinessOption())
    .option('--yes', 'skip the confirmation prompt')
    .action(
      action<BusinessOption>(async (context, system = '') => {
        const ctx = await context.ctx();
        await context.confirm(`Remove ${system}? Its URL stops working.`);
        const removed = await integrations.removeIntegration(ctx, system as Source, context.options.business);
        context.out.done(`Removed ${system}`, removed);
      }),
    );
  withExamples(
    command,
    'perkmint integrations remove shopify --business biz_01…',
    'perkmint integrations remove shopify --business biz_01… --yes',
  );
}
