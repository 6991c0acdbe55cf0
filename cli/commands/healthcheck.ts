import type { Command } from 'commander';
import { ERRORS } from '../../src/errors.ts';
import { type RemoteOptions, resolveServer, withServer } from '../api/client.ts';
import { probe } from '../api/probe.ts';
import { type Action, withExamples } from '../command.ts';
import { CheckFailed, toFailure } from '../errors.ts';

const RATE_LIMITED = ERRORS.RATE_LIMITED.status;

export function healthcheckCommand(program: Command, action: Action): void {
  const command = program
    .command('healthcheck')
    .description('Check the health of a running server (exits 0 healthy, 6 unreachable, 7 unhealthy)')
    .action(
      action<RemoteOptions>(async context => {
        const server = resolveServer(context);
        const { status, retryAfter, body } = await probe(server);
        if (status === RATE_LIMITED) throw toFailure(status, body, server, retryAfter);
        if (status !== 200 || body.data?.status !== 'ok')
          throw new CheckFailed(
            `${server} responds with ${status}, ${body.data?.status ?? 'no health status'}`,
          );
        context.out.done(`${server} is healthy (version ${body.data.version})`, body.data);
      }),
    );
  withServer(command);
  withExamples(command, 'perkmint healthcheck', 'perkmint healthcheck --server https://perks.example --json');
}
