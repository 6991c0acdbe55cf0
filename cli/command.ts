import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

/** How a command's work is bound to commander: with a session that is closed whatever happens. */
export type Action = <Options extends object>(
  work: (session: CommandContext<Options>, ...args: string[]) => Promise<void>,
) => (...args: unknown[]) => Promise<void>;

/** Shows examples below a command's help: at least two. */
export function withExamples(command: Command, ...lines: [string, string, ...string[]]): Command {
  const text = lines.map(line => `  $ ${line}`).join('\n');
  return command.addHelpText('after', `\nExamples:\n${text}`);
}

/** A group of commands about one noun. */
export function commandGroup(
  program: Command,
  name: string,
  description: string,
  ...lines: [string, string]
): Command {
  return withExamples(program.command(name).description(description), ...lines);
}
