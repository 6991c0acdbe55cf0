import { type Command, Option } from 'commander';
import { DELIVERY_STATUSES } from '../../db/enums.ts';
import { acquireLock, LockedError } from '../../db/sqlite/lock.ts';
import type { Ctx } from '../../src/context.ts';
import { buildSampleEvent } from '../../src/describe/openapi/events.ts';
import { EVENT_TYPES, type EventKind } from '../../src/events/model.ts';
import { nowIso, SECOND_MS } from '../../src/platform/clock.ts';
import {
  DEFAULT_GRACE_MINUTES,
  type Delivery,
  type IssuedWebhook,
  Redelivery,
  Replay,
  type Webhook,
} from '../../src/webhooks/model.ts';
import { attemptNow } from '../../src/webhooks/service/attempt.ts';
import * as deliveries from '../../src/webhooks/service/deliveries.ts';
import { replay } from '../../src/webhooks/service/replay.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../errors.ts';
import { listOf, parseInput, parseNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';
import { addReceiverTools } from './webhook-tools.ts';

/** A running server polls for new deliveries every 5 s, and an attempt takes up to 10 s. */
const MAX_WAIT_MS = 20 * SECOND_MS;
const POLL_INTERVAL_MS = 200;

const ENDPOINTS: Column<Webhook>[] = [
  { title: 'ID', value: webhook => webhook.id },
  { title: 'URL', value: webhook => webhook.url },
  { title: 'EVENTS', value: webhook => webhook.events.join(',') },
  {
    title: 'STATUS',
    value: ({ status, disabledReason }) => (disabledReason ? `${status} (${disabledReason})` : status),
  },
  { title: 'CREATED', value: webhook => webhook.createdAt },
];

const DELIVERIES: Column<Delivery>[] = [
  { title: 'ID', value: delivery => delivery.id },
  { title: 'TYPE', value: delivery => delivery.type },
  { title: 'STATUS', value: delivery => delivery.status },
  { title: 'ATTEMPTS', value: delivery => delivery.attempts },
  { title: 'RESPONSE', value: delivery => delivery.responseStatus },
  { title: 'ERROR', value: delivery => delivery.error },
  { title: 'NEXT ATTEMPT', value: delivery => delivery.nextAttemptAt },
  { title: 'CREATED', value: delivery => delivery.createdAt },
];

export function webhookCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'webhooks',
    'Manage webhook endpoints and deliveries, and test receivers',
    'perkmint webhooks add https://shop.example/hook --business biz_01… --events campaign.,reward.issued',
    'perkmint webhooks listen --port 4000 --server https://perks.example',
  );
  addEndpoints(noun, action);
  addTest(noun, action);
  addRedeliver(noun, action);
  addReplay(noun, action);
  addReceiverTools(noun, action);
}

function addEndpoints(noun: Command, action: Action): void {
  const add = recordsOf(noun, action);
  add<Webhook>({
    usage: 'list',
    about: "List a business's webhook endpoints, without their secrets",
    call: 'GET /webhooks',
    options: [new OnlyBusinessOption()],
    columns: ENDPOINTS,
    examples: [
      'perkmint webhooks list --business biz_01…',
      'perkmint webhooks list --business biz_01… --json',
    ],
  });
  add<IssuedWebhook>({
    usage: 'add <url>',
    about: 'Create a webhook endpoint; its secret is printed once, alone on stdout',
    call: 'POST /webhooks',
    options: [
      new OnlyBusinessOption(),
      option(
        '--events <list>',
        'comma-separated event kinds or prefixes such as campaign. (default: all)',
        listOf,
      ),
      option('--description <text>', 'name or purpose'),
      option('--thin', 'send only the ID of each record'),
    ],
    print: ({ out }, webhook) => {
      out.info(`Created ${webhook.id}. Copy the secret now; it won't be shown again:`);
      out.value(webhook.secret, webhook);
    },
    examples: [
      'perkmint webhooks add https://shop.example/hook --business biz_01… > hook.secret',
      'perkmint webhooks add https://shop.example/hook --business biz_01… --events campaign.,reward.issued --json',
    ],
  });
  add<IssuedWebhook>({
    usage: 'rotate-secret <id>',
    about: 'Rotate the secret of a webhook endpoint; the new one is printed once, alone on stdout',
    call: 'POST /webhooks/:id/rotate-secret',
    options: [
      option(
        '--grace-minutes <n>',
        'minutes for which the old secret also signs; 0 after a leak',
        parseNumber,
      ).default(DEFAULT_GRACE_MINUTES),
    ],
    print: ({ out }, webhook, { id, graceMinutes }) => {
      out.info(`New secret for ${id} (the old one also signs for ${graceMinutes} minutes):`);
      out.value(webhook.secret, webhook);
    },
    examples: [
      'perkmint webhooks rotate-secret whk_01… > hook.secret',
      'perkmint webhooks rotate-secret whk_01… --grace-minutes 0 --json',
    ],
  });
  add<Delivery>({
    usage: 'deliveries <id>',
    about: "List an endpoint's deliveries, newest first",
    call: 'GET /webhooks/:id/deliveries',
    options: [option('--status <status>', 'filter by state', DELIVERY_STATUSES)],
    columns: DELIVERIES,
    examples: [
      'perkmint webhooks deliveries whk_01…',
      'perkmint webhooks deliveries whk_01… --status failed --json',
    ],
  });
}

interface ReplayOptions {
  from: string;
  to?: string;
  delivered?: true;
}

function addReplay(noun: Command, action: Action): void {
  const command = noun
    .command('replay <id>')
    .description('Send the events of a period to a webhook endpoint, also those from before it existed')
    .requiredOption('--from <time>', 'events created at or after this time')
    .option('--to <time>', 'events created before this time (default: now)')
    .option('--delivered', 'also send events that the endpoint has already received')
    .action(
      action<ReplayOptions>(async (context, id = '') => {
        const ctx = await context.ctx();
        const { from, to = nowIso(ctx.clock), delivered } = context.options;
        let result = await replay(ctx, id, parseInput(Replay, { from, to, delivered }));
        const total = { ...result };
        while (result.next !== null) {
          result = await replay(ctx, id, parseInput(Replay, { from, to, delivered, after: result.next }));
          for (const name of ['matched', 'queued', 'pending', 'delivered'] as const)
            total[name] += result[name];
        }
        context.out.done(`${total.queued} of ${total.matched} events queued`, { ...total, next: null });
      }),
    );
  withExamples(
    command,
    'perkmint webhooks replay whk_01… --from 2026-06-01T00:00:00Z --to 2026-06-02T00:00:00Z',
    'perkmint webhooks replay whk_01… --from 2026-06-01T00:00:00Z --delivered --json',
  );
}

function addTest(noun: Command, action: Action): void {
  const command = noun
    .command('test <id>')
    .description('Send a test event to a webhook endpoint and show its response')
    .addOption(new Option('--type <kind>', 'event kind').choices(EVENT_TYPES).default('webhook.ping'))
    .action(
      action<{ type: EventKind }>(async (context, id = '') => {
        const ctx = await context.ctx();
        const { id: deliveryId } = await deliveries.test(ctx, id, buildSampleEvent(context.options.type));
        context.out.record(await waitForDelivery(context, ctx, deliveryId));
      }),
    );
  withExamples(
    command,
    'perkmint webhooks test whk_01…',
    'perkmint webhooks test whk_01… --type campaign.created --json',
  );
}

/** Sends the delivery under the server's lock, or waits until a running server has sent it. */
async function waitForDelivery(context: CommandContext, ctx: Ctx, id: string): Promise<Delivery> {
  try {
    const lock = acquireLock(ctx.config.dataDir, 'perkmint webhooks test', nowIso(context.clock));
    try {
      if (await attemptNow(ctx, id)) return await deliveries.get(ctx, id);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += POLL_INTERVAL_MS) {
    if ((await deliveries.get(ctx, id)).attempts > 0) break;
    await Bun.sleep(POLL_INTERVAL_MS);
  }
  return await deliveries.get(ctx, id);
}

interface RedeliverOptions {
  since?: string;
  failed?: boolean;
  business?: string;
}

function addRedeliver(noun: Command, action: Action): void {
  const redeliver = noun
    .command('redeliver [id]')
    .description('Redeliver an event, or with --since or --failed everything that endpoints missed')
    .option('--since <time>', 'redeliver everything the given endpoint missed since this time')
    .addOption(
      new Option('--failed', 'redeliver all failed deliveries, optionally for one endpoint ID').conflicts(
        'since',
      ),
    )
    .option('--business <id>', 'with --failed: only endpoints of this business')
    .action(
      action<RedeliverOptions>(async (context, id) => {
        const ctx = await context.ctx();
        const { since, failed, business } = context.options;
        if (failed) return redeliverFailed(context, { webhookId: id, businessId: business });
        if (id === undefined) throw new UsageError('Specify a delivery ID, or --failed');
        if (since === undefined) {
          const delivery = await deliveries.redeliver(ctx, id);
          context.out.done(`${delivery.id} redelivers ${delivery.type}`, delivery);
          return;
        }
        const input = parseInput(Redelivery, { since });
        const result = await deliveries.redeliverSince(ctx, id, input.since);
        context.out.done(`${result.redelivered} events queued for redelivery`, result);
      }),
    );
  withExamples(
    redeliver,
    'perkmint webhooks redeliver dlv_01…',
    'perkmint webhooks redeliver whk_01… --since 2026-06-01T00:00:00Z',
    'perkmint webhooks redeliver --failed --business biz_01…',
  );
}

async function redeliverFailed(context: CommandContext, whose: deliveries.RedeliveryScope): Promise<void> {
  const ctx = await context.ctx();
  const results = await context.withProgress('Redelivering', progress =>
    deliveries.redeliverFailed(ctx, whose, progress.at),
  );
  const total = results.reduce((sum, { redelivered }) => sum + redelivered, 0);
  context.out.done(`${total} events queued for redelivery, to ${results.length} endpoints`, {
    redelivered: total,
    endpoints: results,
  });
}
