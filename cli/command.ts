import type { Command } from 'commander';
import type { Session } from './session.ts';

/** How a command's work is bound to commander: with a session that is closed whatever happens. */
export type Action = <Options extends object>(
  work: (session: Session<Options>, ...args: string[]) => Promise<void>,
) => (...args: unknown[]) => Promise<void>;

/** Shows examples below a command's help: at least two. */
export function examples(command: Command, ...lines: [string, string, ...string[]]): Command {
  const text = lines.map(line => `  $ ${line}`).join('\n');
  return command.addHelpText('after', `\nExamples:\n${text}`);
}

/** A group of commands about one noun. */
export function group(
  program: Command,
  name: string,
  description: string,
  ...lines: [string, string]
): Command {
  return examples(program.command(name).description(description), ...lines);
}
