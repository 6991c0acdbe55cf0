import type { Command } from 'commander';
import type { Action } from '../../cli/command.ts';
import { createProgram, runCli } from '../../cli/program.ts';
import type { Overrides } from '../../src/app.ts';
import { CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import type { TestApp } from '../support/test-app.ts';

export const PASSWORD = 'correct horse battery';

export interface CommandResult {
  code: number;
  out: string;
  err: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the command printed
  json: any;
}

export interface RunOptions {
  stdin?: string;
  env?: Record<string, string>;
  /** What a person types, question by question; without it nobody is there. */
  answers?: string[];
  overrides?: Overrides;
  isOutTerminal?: boolean;
  isErrTerminal?: boolean;
  /** Hears what goes to stderr as it comes. */
  onStderr?: (text: string) => void;
}

/** Carries a command line out in this process, as `perkmint <line>` would on the given folder. */
export async function perkmint(
  dataDir: string,
  line: string[],
  options: RunOptions = {},
): Promise<CommandResult> {
  const answers = [...(options.answers ?? [])];
  let out = '';
  let err = '';
  const io = {
    env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...options.env },
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
    readInput: async () => options.stdin ?? '',
    ask: async (question: string) => {
      err += question;
      return answers.shift() ?? '';
    },
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

/** `perkmint` on the installation of a world, with its clock. */
export function createRunner(world: TestApp) {
  const { dataDir } = world.app.services.config;
  return (line: string, options: RunOptions = {}) =>
    perkmint(dataDir, line.split(' '), {
      overrides: { clock: world.clock },
      ...options,
    });
}

/** A business with a running campaign and one submission under review. */
export async function createBusinessWithSubmission(world: TestApp) {
  const owner = await createBusiness(world);
  const ada = await createCustomer(world);
  const terms = { ...CAMPAIGN, launch: true, budget: { total: 50 } };
  const campaign = await world.call('POST', '/campaigns', terms, {
    as: owner.token,
  });
  const campaignId: string = campaign.data.id;
  const proof = { campaignId, proofUrl: 'https://www.instagram.com/p/abc/' };
  const submission = await world.call('POST', '/submissions', proof, {
    as: ada.token,
  });
  return {
    ...owner,
    customer: ada.token,
    campaignId,
    submissionId: submission.data.id as string,
  };
}

/** The whole command line, of which each action does what `action` says instead of its work. */
export function buildProgram(action: Action = () => async () => {}): Command {
  const io = { env: {}, out: () => {}, err: () => {}, isInteractive: false, isOutTerminal: false };
  return createProgram(io as never, action);
}

/** A command and everything below it. */
export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** The commands that do something: groups only hold others. */
export function listLeafCommands(): Command[] {
  return withSubcommands(buildProgram()).filter(({ commands }) => commands.length === 0);
}

/** `['users', 'create']`, without the name of the program. */
export function commandPath(command: Command): string[] {
  return command.parent ? [...commandPath(command.parent), command.name()] : [];
}
