import type { Command } from 'commander';
import type { Action } from '../../cli/command.ts';
import { createProgram, runCli } from '../../cli/program.ts';
import type { Overrides } from '../../src/app.ts';
import { CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { getEngineSettings } from '../support/postgres-app.ts';
import type { TestApp } from '../support/test-app.ts';

export const PASSWORD = 'correct horse battery';

export interface CommandResult {
  code: number;
  out: string;
  err: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the output
  json: any;
}

export interface RunOptions {
  stdin?: string;
  env?: Record<string, string>;
  /** The user's answers to prompts, in order; without them the session is not interactive. */
  answers?: string[];
  overrides?: Overrides;
  isOutTerminal?: boolean;
  isErrTerminal?: boolean;
  /** Called with each piece of stderr as it is written. */
  onStderr?: (text: string) => void;
}

/** Runs a command line in this process, as `perkmint <line>` does on the given data folder. */
export async function perkmint(
  dataDir: string,
  line: string[],
  options: RunOptions = {},
): Promise<CommandResult> {
  const answers = [...(options.answers ?? [])];
  let out = '';
  let err = '';
  const io = {
    env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...getEngineSettings(dataDir), ...options.env },
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
      options.onStderr?.(text);
    },
    isInteractive: options.answers !== undefined,
    isOutTerminal: options.isOutTerminal ?? false,
    isErrTerminal: options.isErrTerminal ?? false,
    readInput: async () => new TextEncoder().encode(options.stdin ?? ''),
    ask: async (question: string) => {
      err += question;
      return answers.shift() ?? '';
    },
    exitWithin: () => {},
  };
  const code = await runCli(line, io, {
    hashCost: { memoryKib: 8, passes: 1 },
    ...options.overrides,
  });
  return {
    code,
    out,
    err,
    json: line.includes('--json') && out ? JSON.parse(out) : undefined,
  };
}

/** Returns a function that runs commands on the installation of a test app, with its clock. */
export function createRunner(ctx: TestApp) {
  const { dataDir } = ctx.app.services.config;
  return (line: string, options: RunOptions = {}) =>
    perkmint(dataDir, line.split(' '), {
      overrides: { clock: ctx.clock },
      ...options,
    });
}

/** Creates a business with an active campaign and a pending submission. */
export async function createBusinessWithSubmission(ctx: TestApp) {
  const owner = await createBusiness(ctx);
  const ada = await createCustomer(ctx);
  const terms = { ...CAMPAIGN, launch: true, budget: { total: 50 } };
  const campaign = await ctx.call('POST', '/campaigns', terms, {
    as: owner.token,
  });
  const campaignId: string = campaign.data.id;
  const proof = { campaignId, proofUrl: 'https://www.instagram.com/p/abc/' };
  const submission = await ctx.call('POST', '/submissions', proof, {
    as: ada.token,
  });
  return {
    ...owner,
    customer: ada.token,
    campaignId,
    submissionId: submission.data.id as string,
  };
}

/** Builds the command tree with `action` in place of each command's action. */
export function buildProgram(action: Action = () => async () => {}): Command {
  const io = { env: {}, out: () => {}, err: () => {}, isInteractive: false, isOutTerminal: false };
  return createProgram(io as never, action);
}

/** Lists a command and all its subcommands. */
export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Lists the commands without subcommands. */
export function listLeafCommands(): Command[] {
  return withSubcommands(buildProgram()).filter(({ commands }) => commands.length === 0);
}

/** Returns whether a command can work at a server; others take the option only to say that they can't. */
export function isRemote({ options }: Command): boolean {
  return options.some(({ long, hidden }) => long === '--server' && !hidden);
}

/** Returns the path of a command without the program's name, such as `['users', 'create']`. */
export function commandPath(command: Command): string[] {
  return command.parent ? [...commandPath(command.parent), command.name()] : [];
}
