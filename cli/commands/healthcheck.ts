import type { Command } from 'commander';
import { type Action, examples } from '../command.ts';
import { CheckFailed } from '../failures.ts';
import { localUrl, probe } from '../probe.ts';

export function healthcheckCommand(program: Command, action: Action): void {
  const command = program
    .command('healthcheck')
    .description('Ask a running server for its health: exit 0 when it is well, 6 unreachable, 7 unwell')
    .option('--server <url>', 'which server; default the one of the settings HOST and PORT')
    .action(
      action<{ server?: string }>(async session => {
        const server = session.options.server ?? localUrl(session.config());
        const { status, body } = await probe(server);
        if (status !== 200 || body.data?.status !== 'ok')
          throw new CheckFailed(`${server} answers ${status}, ${body.data?.status ?? 'not its health'}`);
        session.out.done(`${server} is well (version ${body.data.version})`, body.data);
      }),
    );
  examples(command, 'perkmint healthcheck', 'perkmint healthcheck --server https://perks.example --json');
}
