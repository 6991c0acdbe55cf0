import { type Command, Option } from 'commander';
import { DELIVERY_STATUSES } from '../../db/enums.ts';
import { acquireLock, LockedError } from '../../db/sqlite/lock.ts';
import { encodePathSegment } from '../../src/describe/operation-calls.ts';
import { EVENT_TYPES, type EventKind } from '../../src/events/model.ts';
import { nowIso, SECOND_MS } from '../../src/platform/clock.ts';
import type { Page } from '../../src/platform/page.ts';
import {
  DEFAULT_GRACE_MINUTES,
  type Delivery,
  type IssuedWebhook,
  type Redelivered,
  type Replayed,
  type Webhook,
} from '../../src/webhooks/model.ts';
import { attemptNow } from '../../src/webhooks/service/attempt.ts';
import * as deliveries from '../../src/webhooks/service/deliveries.ts';
import { buildQuery, callOperation, type RemoteOptions, readList, withServer } from '../api/client.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { CheckFailed, UsageError } from '../errors.ts';
import { listOf, MAX_PER_PAGE, parseNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';
import { addReceiverTools } from './webhook-tools.ts';

/** A running server polls for new deliveries every 5 s, and an attempt takes up to 10 s. */
const MAX_WAIT_MS = 20 * SECOND_MS;
/** A whole wait stays below the rate limit of a server. */
const POLL_INTERVAL_MS = 500;
/** Before any event. */
const EPOCH = '1970-01-01T00:00:00Z';

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

interface ReplayOptions extends RemoteOptions {
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
        // Without an end, events that are created meanwhile would extend the period.
        const { from, to = nowIso(context.clock), delivered } = context.options;
        const send = (after?: string) =>
          callOperation<Replayed>(context, 'POST', `${toPath(id)}/replay`, { from, to, delivered, after });
        let result = await send();
        const total = { ...result };
        while (result.next !== null) {
          result = await send(result.next);
          for (const name of ['matched', 'queued', 'pending', 'delivered'] as const)
            total[name] += result[name];
        }
        context.out.done(`${total.queued} of ${total.matched} events queued`, { ...total, next: null });
      }),
    );
  withServer(command);
  withExamples(
    command,
    'perkmint webhooks replay whk_01… --from 2026-06-01T00:00:00Z --to 2026-06-02T00:00:00Z',
    'perkmint webhooks replay whk_01… --from 2026-06-01T00:00:00Z --delivered --json',
  );
}

function addTest(noun: Command, action: Action): void {
  const command = noun
    .command('test <id>')
    .description('Send a test event to a webhook endpoint and show its response; exits with 7 if it fails')
    .addOption(new Option('--type <kind>', 'event kind').choices(EVENT_TYPES).default('webhook.ping'))
    .action(
      action<RemoteOptions & { type: EventKind }>(async (context, id = '') => {
        const { type } = context.options;
        const sent = await callOperation<Delivery>(context, 'POST', `${toPath(id)}/test`, { type });
        if (!context.options.server) await attemptUnlessServed(context, sent.id);
        const delivery = await waitForAttempt(context, sent);
        context.out.record(delivery);
        if (delivery.status !== 'succeeded') throw new CheckFailed(describeFailedTest(delivery));
      }),
    );
  withServer(command);
  withExamples(
    command,
    'perkmint webhooks test whk_01…',
    'perkmint webhooks test whk_01… --type campaign.created --json',
  );
}

function describeFailedTest({ attempts, status, error }: Delivery): string {
  if (attempts === 0 && status === 'pending')
    return `The test event was not sent within ${MAX_WAIT_MS / SECOND_MS} s`;
  return `The test event was not delivered: ${error ?? status}`;
}

/** Sends a delivery of the installation under the server's lock, unless a server is running, which sends it. */
async function attemptUnlessServed(context: CommandContext, id: string): Promise<void> {
  const ctx = await context.ctx();
  try {
    const lock = acquireLock(ctx.config.dataDir, 'perkmint webhooks test', nowIso(context.clock));
    try {
      await attemptNow(ctx, id);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
}

/** Waits until a delivery was attempted. @returns it as it is then, or at the end of the wait */
async function waitForAttempt(context: CommandContext<RemoteOptions>, sent: Delivery): Promise<Delivery> {
  const path = `${toPath(sent.webhookId)}/deliveries${buildQuery({ perPage: MAX_PER_PAGE })}`;
  for (let waitedMs = 0; ; waitedMs += POLL_INTERVAL_MS) {
    const { items } = await callOperation<Page<Delivery>>(context, 'GET', path);
    const delivery = items.find(({ id }) => id === sent.id) ?? sent;
    if (delivery.attempts > 0 || delivery.status !== 'pending' || waitedMs >= MAX_WAIT_MS) return delivery;
    await Bun.sleep(POLL_INTERVAL_MS);
  }
}

interface RedeliverOptions extends RemoteOptions {
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
        const { since, failed } = context.options;
        if (failed) return redeliverFailed(context, id);
        if (id === undefined) throw new UsageError('Specify a delivery ID, or --failed');
        if (since === undefined) {
          const path = `/webhooks/deliveries/${encodePathSegment('id', id)}/redeliver`;
          const delivery = await callOperation<Delivery>(context, 'POST', path);
          context.out.done(`${delivery.id} redelivers ${delivery.type}`, delivery);
          return;
        }
        const result = await redeliverSince(context, id, since);
        context.out.done(`${result.redelivered} events queued for redelivery`, result);
      }),
    );
  withServer(redeliver);
  withExamples(
    redeliver,
    'perkmint webhooks redeliver dlv_01…',
    'perkmint webhooks redeliver whk_01… --since 2026-06-01T00:00:00Z',
    'perkmint webhooks redeliver --failed --business biz_01…',
  );
}

function redeliverSince(
  context: CommandContext<RemoteOptions>,
  id: string,
  since: string,
): Promise<Redelivered> {
  return callOperation<Redelivered>(context, 'POST', `${toPath(id)}/redeliver`, { since });
}

async function redeliverFailed(context: CommandContext<RedeliverOptions>, id?: string): Promise<void> {
  const { server, business: businessId } = context.options;
  const results = await context.withProgress('Redelivering', async progress =>
    server
      ? await redeliverFailedAt(context, id, progress.at)
      : await deliveries.redeliverFailed(await context.ctx(), { webhookId: id, businessId }, progress.at),
  );
  const total = results.reduce((sum, { redelivered }) => sum + redelivered, 0);
  context.out.done(`${total} events queued for redelivery, to ${results.length} endpoints`, {
    redelivered: total,
    endpoints: results,
  });
}

/** Redelivers what the active endpoints of the key's business missed, or the one with this ID. */
async function redeliverFailedAt(
  context: CommandContext<RedeliverOptions>,
  id: string | undefined,
  onProgress: (done: number, total: number) => void,
): Promise<Redelivered[]> {
  const { business: businessId } = context.options;
  const active = await readList<Webhook>(context, '/webhooks', { status: 'active', businessId });
  const ids = id === undefined ? active.map(webhook => webhook.id) : [id];
  const results: Redelivered[] = [];
  for (const [index, each] of ids.entries()) {
    results.push(await redeliverSince(context, each, EPOCH));
    onProgress(index + 1, ids.length);
  }
  return results.filter(({ redelivered }) => redelivered > 0);
}

function toPath(id: string): string {
  return `/webhooks/${encodePathSegment('id', id)}`;
}
