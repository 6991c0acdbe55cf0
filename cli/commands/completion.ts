import { Argument, type Command } from 'commander';
import { type Action, withExamples } from '../command.ts';
import { SCRIPTS, SHELLS, type Shell } from '../completion-scripts.ts';

export function completionCommand(program: Command, action: Action): void {
  const command = program
    .command('completion')
    .description('Print what makes a shell complete the commands, options and values of perkmint')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .action(action(async (session, shell) => session.out.text(SCRIPTS[shell as Shell])));
  withExamples(
    command,
    'source <(perkmint completion bash)',
    'perkmint completion zsh > ~/.zfunc/_perkmint',
    'perkmint completion fish > ~/.config/fish/completions/perkmint.fish',
  );
}
