import { Argument, type Command, Option } from 'commander';
import * as keys from '../../src/auth/service/keys.ts';
import { EVENT_TYPES, type EventKind } from '../../src/events/model.ts';
import { systemRandom } from '../../src/platform/crypto.ts';
import {
  generateWebhookSecret,
  type SignatureVerdict,
  verifyWebhook,
} from '../../src/platform/security/signatures.ts';
import { callApi, type RemoteOptions, resolveServer, withServer } from '../api/client.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { CheckFailed, UsageError } from '../errors.ts';
import { readInputFile, wholeNumber } from '../input.ts';
import { findApiKey, readSecretFile, requireApiKey } from '../secrets.ts';
import { followEvents } from '../webhooks/follow.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { sendSample, VARIANTS, type Variant } from '../webhooks/send.ts';
import { SCENARIOS, type Scenario } from '../webhooks/trigger-scenarios.ts';

const MAX_PORT = 65_535;
const MAX_COUNT = 1_000_000;
const DEFAULT_PORT = 4_000;

export function addReceiverTools(noun: Command, action: Action): void {
  addListen(noun, action);
  addSend(noun, action);
  addVerify(noun, action);
  addTrigger(noun, action);
}

interface ListenOptions extends RemoteOptions {
  port?: number;
  secretFile?: string;
  forwardTo?: string;
  type?: string;
  count?: number;
}

function addListen(noun: Command, action: Action): void {
  const command = noun
    .command('listen')
    .description('Receive webhooks on this machine, verify their signatures and print their events')
    .option(
      '--port <n>',
      `port to listen on, or to forward to with --server (default: ${DEFAULT_PORT})`,
      wholeNumber(0, MAX_PORT),
    )
    .option('--secret-file <file>', "file that contains the endpoint's secret")
    .option('--forward-to <url>', 'with --server: URL to forward to, instead of --port')
    .option('--type <kind>', 'with --server: event kind or prefix, such as campaign.')
    .option('--count <n>', 'exit after this many events', wholeNumber(1, MAX_COUNT));
  withServer(command).action(action<ListenOptions>(listen));
  withExamples(
    command,
    'perkmint webhooks listen --port 4000 --secret-file hook.secret',
    'PERKMINT_API_KEY=pmk_… perkmint webhooks listen --server https://perks.example --port 4000',
    'perkmint webhooks listen --server https://perks.example --api-key-file key --type campaign. --json',
  );
}

async function listen(context: CommandContext<ListenOptions>): Promise<void> {
  const { server, port, secretFile, forwardTo, type, count } = context.options;
  const known = secretFile && readSecretFile(secretFile);
  if (!server) {
    if (!known) throw new UsageError("Pass the endpoint's secret with --secret-file");
    return startReceiver(context, { port: port ?? DEFAULT_PORT, secret: known, limit: count });
  }
  const target = forwardTo ?? (port === undefined ? undefined : `http://127.0.0.1:${port}/`);
  const secret = known || generateWebhookSecret(systemRandom);
  if (target && !known) context.out.info(`Signing secret for this run: ${secret}`);
  const key = requireApiKey(context);
  return followEvents(context, {
    server: resolveServer(context),
    key,
    forwardTo: target,
    secret,
    type,
    limit: count,
  });
}

function addSend(noun: Command, action: Action): void {
  const command = noun
    .command('send <url>')
    .description(
      'Send a sample event and check that the receiver accepts valid requests and rejects invalid ones',
    )
    .requiredOption('--secret-file <file>', "file that contains the receiver's secret")
    .addOption(new Option('--type <kind>', 'event kind').choices(EVENT_TYPES).default('webhook.ping'))
    .addOption(new Option('--as <how>', 'variant of the request to send').choices(VARIANTS).default('valid'))
    .action(
      action<{ secretFile: string; type: EventKind; as: Variant }>(async (context, url = '') => {
        if (!/^https?:\/\//.test(url) || !URL.canParse(url))
          throw new UsageError('The URL must be http or https');
        const { secretFile, type, as } = context.options;
        await sendSample(context, url, readSecretFile(secretFile), type, as);
      }),
    );
  withExamples(
    command,
    'perkmint webhooks send http://localhost:4000/hook --secret-file hook.secret --type reward.issued',
    'perkmint webhooks send http://localhost:4000/hook --secret-file hook.secret --as stale',
  );
}

interface VerifyOptions {
  secretFile: string;
  signature: string;
  timestamp: string;
  id?: string;
}

const REASONS: Record<Exclude<SignatureVerdict, 'valid'>, string> = {
  invalid: 'The signature does not match the body and the secret',
  expired:
    'The signature matches, but its time is more than 5 minutes away. X-Webhook-Signature covers no time but ' +
    'createdAt in the body; webhook-signature, with --id, covers the time of the attempt',
};

function addVerify(noun: Command, action: Action): void {
  const command = noun
    .command('verify <body-file>')
    .description('Verify a captured webhook from its raw body file and its headers')
    .requiredOption('--secret-file <file>', "file that contains the endpoint's secret")
    .requiredOption('--signature <text>', 'webhook-signature (give --id too), or X-Webhook-Signature')
    .requiredOption('--timestamp <seconds>', 'webhook-timestamp or X-Webhook-Timestamp')
    .option('--id <id>', 'webhook-id')
    .action(
      action<VerifyOptions>(async (context, file = '') => {
        const { secretFile } = context.options;
        const headers = capturedHeaders(context.options);
        const secret = readSecretFile(secretFile);
        const verdict = verifyWebhook(secret, headers, readInputFile(file), context.clock.now());
        if (verdict !== 'valid') throw new CheckFailed(REASONS[verdict]);
        context.out.done('The signature is valid', { valid: true });
      }),
    );
  withExamples(
    command,
    'perkmint webhooks verify body.json --secret-file hook.secret --signature v1,… --timestamp 1780315200 --id evt_01…',
    'perkmint webhooks verify body.json --secret-file hook.secret --signature sha256=… --timestamp 1780315200',
  );
}

/** @throws UsageError for webhook-signature without the id that it covers */
function capturedHeaders({ signature, timestamp, id }: VerifyOptions): Headers {
  if (!/^v\d/.test(signature))
    return new Headers({ 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp });
  if (id === undefined) throw new UsageError('webhook-signature covers webhook-id; pass it with --id');
  return new Headers({ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature });
}

function addTrigger(noun: Command, action: Action): void {
  const names = Object.keys(SCENARIOS);
  const about = Object.entries(SCENARIOS).map(
    ([name, { description }]) => `  ${name.padEnd(10)} ${description}`,
  );
  const command = noun
    .command('trigger')
    .addArgument(new Argument('<scenario>', 'scenario to run').choices(names))
    .description(`Trigger real events through the API:\n${about.join('\n')}`)
    .option('--business <id>', 'without an API key: business ID; a temporary key is created and revoked');
  withServer(command).action(
    action<RemoteOptions & { business?: string }>(async (context, name = '') => {
      const scenario = SCENARIOS[name] as Scenario;
      const server = resolveServer(context);
      await withKey(context, key =>
        scenario.run((method, path, body) => callApi(server, key, method, path, body)),
      );
      context.out.done(scenario.causes.join('\n'), { story: name, causes: scenario.causes });
    }),
  );
  withExamples(
    command,
    'PERKMINT_API_KEY=pmk_… perkmint webhooks trigger campaign --server https://perks.example',
    'perkmint webhooks trigger approval --business biz_01…',
  );
}

async function withKey(
  context: CommandContext<RemoteOptions & { business?: string }>,
  work: (key: string) => Promise<void>,
): Promise<void> {
  const { business } = context.options;
  const given = findApiKey(context);
  if (given || !business) return work(given ?? requireApiKey(context));
  const ctx = await context.ctx();
  const { id, key } = await keys.create(ctx, { name: 'perkmint webhooks trigger', businessId: business });
  try {
    await work(key);
  } finally {
    await keys.revoke(ctx, id);
  }
}
