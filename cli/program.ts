import { Command, InvalidArgumentError, Option } from 'commander';
import type { Overrides } from '../src/app.ts';
import { formatVersion } from '../src/platform/version.ts';
import { type Action, withExamples } from './command.ts';
import { CommandContext } from './command-context.ts';
import { apiCommand } from './commands/api.ts';
import { auditCommand } from './commands/audit.ts';
import { billingCommands } from './commands/billing.ts';
import { businessCommands } from './commands/businesses.ts';
import { campaignCommands } from './commands/campaigns.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { connectionCommands } from './commands/connections.ts';
import { databaseCommands } from './commands/db.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exchangeCommands, walletCommands } from './commands/exchange.ts';
import { exportCommand } from './commands/export.ts';
import { healthcheckCommand } from './commands/healthcheck.ts';
import { importCommand } from './commands/import.ts';
import { influencerCommands } from './commands/influencers.ts';
import { initCommand } from './commands/init.ts';
import { integrationCommands } from './commands/integrations.ts';
import { keyCommands } from './commands/keys.ts';
import { linkCommands } from './commands/links.ts';
import { mailCommands } from './commands/mails.ts';
import { mcpCommand } from './commands/mcp.ts';
import { memberCommands } from './commands/members.ts';
import { notificationCommands } from './commands/notifications.ts';
import { openapiCommand } from './commands/openapi.ts';
import { passCommands } from './commands/passes.ts';
import { deviceCommands, placeCommands } from './commands/places.ts';
import { planCommand } from './commands/plan.ts';
import { cashbackCommands, programCommands } from './commands/programs.ts';
import { proposalCommands } from './commands/proposals.ts';
import { publicAddressCommands } from './commands/public-address.ts';
import { redemptionCommands } from './commands/redemptions.ts';
import { referenceCommands } from './commands/reference.ts';
import { referenceBundleCommands } from './commands/reference-bundles.ts';
import { rewardCommands } from './commands/rewards.ts';
import { sdkCommands } from './commands/sdk.ts';
import { secretCommands } from './commands/secrets.ts';
import { seedCommand } from './commands/seed.ts';
import { serveCommand } from './commands/serve.ts';
import { statisticsCommands } from './commands/statistics.ts';
import { submissionCommands } from './commands/submissions.ts';
import { supportCommand } from './commands/support.ts';
import { testDataCommands } from './commands/test-data.ts';
import { updateCommand } from './commands/update.ts';
import { uploadCommands } from './commands/uploads.ts';
import { userCommands } from './commands/users.ts';
import { versionCommand } from './commands/version.ts';
import { visitCommands } from './commands/visits.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { completeWords, formatCompletion } from './completion/complete.ts';
import { COMPLETE } from './completion/scripts.ts';
import { describeFailure, type ExitCode } from './errors.ts';
import { type Io, Output } from './output.ts';

type AddCommands = (program: Command, action: Action) => void;

/** The function that adds a command, with its subcommands, by the name and the aliases of the command. */
const COMMANDS: Record<string, AddCommands> = {
  serve: serveCommand,
  start: serveCommand,
  init: initCommand,
  seed: seedCommand,
  users: userCommands,
  notifications: notificationCommands,
  'public-address': publicAddressCommands,
  businesses: businessCommands,
  places: placeCommands,
  devices: deviceCommands,
  statistics: statisticsCommands,
  keys: keyCommands,
  proposals: proposalCommands,
  'test-data': testDataCommands,
  campaigns: campaignCommands,
  submissions: submissionCommands,
  rewards: rewardCommands,
  influencers: influencerCommands,
  connections: connectionCommands,
  actions: referenceCommands,
  benchmarks: referenceCommands,
  pricing: referenceCommands,
  reference: referenceBundleCommands,
  programs: programCommands,
  members: memberCommands,
  cashback: cashbackCommands,
  visits: visitCommands,
  redemptions: redemptionCommands,
  integrations: integrationCommands,
  links: linkCommands,
  passes: passCommands,
  mails: mailCommands,
  exchange: exchangeCommands,
  wallet: walletCommands,
  plan: planCommand,
  billing: billingCommands,
  webhooks: webhookCommands,
  db: databaseCommands,
  export: exportCommand,
  import: importCommand,
  uploads: uploadCommands,
  audit: auditCommand,
  healthcheck: healthcheckCommand,
  api: apiCommand,
  openapi: openapiCommand,
  sdk: sdkCommands,
  mcp: mcpCommand,
  config: configCommand,
  secrets: secretCommands,
  doctor: doctorCommand,
  support: supportCommand,
  update: updateCommand,
  version: versionCommand,
  completion: completionCommand,
};

/** Runs a command line. @returns the exit code */
export async function runCli(args: string[], io: Io, overrides: Overrides = {}): Promise<ExitCode> {
  const action: Action =
    work =>
    async (...given) => {
      const command = given.at(-1) as Command;
      const context = new CommandContext<OptionsOf<typeof work>>(io, command, overrides);
      try {
        await context.chooseBusiness();
        await work(context, ...command.args);
      } finally {
        await context.close();
      }
    };
  const complete = async (words: string[]) => {
    const program = createProgram(io, action);
    const context = new CommandContext(io, program, overrides);
    const { completeFromData } = await import('./completion/values.ts');
    try {
      return await completeWords(program, words, cursor => completeFromData(cursor, context));
    } finally {
      await context.close();
    }
  };
  if (args[0] === COMPLETE) {
    io.out(formatCompletion(await complete(args.slice(1))));
    return 0;
  }
  try {
    await createProgram(io, action, args[0]).parseAsync(args, { from: 'user' });
    return 0;
  } catch (thrown) {
    const described = describeFailure(thrown);
    if (typeof described === 'number') return described;
    const { exitCode, ...failure } = described;
    new Output(io, args.includes('--json')).failure(failure, exitCode);
    if (failure.code === 'FAILURE' && io.env.LOG_LEVEL === 'debug') io.err(`${(thrown as Error).stack}\n`);
    return exitCode;
  }
}

type OptionsOf<W> = W extends (context: CommandContext<infer O>, ...args: string[]) => Promise<void>
  ? O
  : never;

/**
 * Creates the program with all commands.
 * @param name of the command that will run; if it is known, the other commands are left out
 */
export function createProgram(io: Io, action: Action, name?: string): Command {
  const program = new Command('perkmint')
    .description('Marketing campaigns, rewards and loyalty programs for a small business.')
    .version(formatVersion())
    .option('--json', 'print JSON instead of tables')
    .option('--yes', 'skip confirmation prompts')
    .option('--data-dir <folder>', 'data folder (setting DATA_DIR, default ./data)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: text => io.out(text), writeErr: text => io.err(text) })
    .showHelpAfterError('(run with --help for usage)')
    .exitOverride();
  // Building all commands takes as long as opening the database.
  const isKnown = name !== undefined && Object.hasOwn(COMMANDS, name);
  const commands = isKnown ? [COMMANDS[name] as AddCommands] : new Set(Object.values(COMMANDS));
  for (const add of commands) add(program, action);
  refuseServer(program);
  return withExamples(program, 'perkmint serve', 'perkmint init', 'perkmint users create --help');
}

/** Makes the commands that can't work at a server say so when --server is given. */
function refuseServer(command: Command): void {
  for (const each of command.commands) refuseServer(each);
  if (command.commands.length > 0 || command.options.some(({ long }) => long === '--server')) return;
  command.addOption(
    new Option('--server <url>').hideHelp().argParser(() => {
      throw new InvalidArgumentError(
        'This command works with the data and the files of this computer, not at a server.',
      );
    }),
  );
}
