import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

/** Wraps a command's function for commander, with a context that is always closed at the end. */
export type Action = <Options extends object>(
  work: (context: CommandContext<Options>, ...args: string[]) => Promise<void>,
) => (...args: unknown[]) => Promise<void>;

/** Adds at least two examples below a command's help. */
export function withExamples(command: Command, ...lines: [string, string, ...string[]]): Command {
  const text = lines.map(line => `  $ ${line}`).join('\n');
  return command.addHelpText('after', `\nExamples:\n${text}`);
}

/** Creates a group of commands for one noun. */
export function commandGroup(
  program: Command,
  name: string,
  description: string,
  ...lines: [string, string]
): Command {
  return withExamples(program.command(name).description(description), ...lines);
}
