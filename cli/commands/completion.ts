import { Argument, type Command } from 'commander';
import { type Action, withExamples } from '../command.ts';
import { SCRIPTS, SHELLS, type Shell } from '../completion/scripts.ts';

export function completionCommand(program: Command, action: Action): void {
  const command = program
    .command('completion')
    .description('Print a shell completion script')
    .addArgument(new Argument('<shell>', 'shell to complete for').choices(SHELLS))
    .action(action(async (context, shell) => context.out.text(SCRIPTS[shell as Shell])));
  withExamples(
    command,
    'source <(perkmint completion bash)',
    'perkmint completion zsh > ~/.zfunc/_perkmint',
    'perkmint completion fish > ~/.config/fish/completions/perkmint.fish',
    'perkmint completion powershell >> $PROFILE',
  );
}
