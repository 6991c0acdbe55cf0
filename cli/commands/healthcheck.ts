import type { Command } from 'commander';
import { ERRORS } from '../../src/errors.ts';
import { MIGRATING } from '../../src/http/migrating-response.ts';
import { type RemoteOptions, resolveServer, withServer } from '../api/client.ts';
import { probe } from '../api/probe.ts';
import { type Action, withExamples } from '../command.ts';
import { CheckFailed, toFailure } from '../errors.ts';

const RATE_LIMITED = ERRORS.RATE_LIMITED.status;

interface HealthcheckOptions extends RemoteOptions {
  ready?: boolean;
}

export function healthcheckCommand(program: Command, action: Action): void {
  const command = program
    .command('healthcheck')
    .description(
      'Check the health of a running server (exits 0 healthy or migrating, 6 unreachable, 7 unhealthy)',
    )
    .option('--ready', 'check whether the server can handle requests, as a load balancer does')
    .action(
      action<HealthcheckOptions>(async context => {
        const server = resolveServer(context);
        const { ready: isReadiness = false } = context.options;
        const { status, retryAfter, body } = await probe(server, isReadiness ? 'ready' : 'health');
        if (status === RATE_LIMITED) throw toFailure(status, body, server, retryAfter);
        const { data, error } = body;
        // A restart would only make the migration begin again.
        if (!isReadiness && data?.status === MIGRATING) {
          context.out.done(`${server} is alive. ${error?.message}`, data);
          return;
        }
        if (status !== 200 || data?.status !== (isReadiness ? 'ready' : 'ok')) {
          const found = data?.status ?? error?.message ?? 'no health status';
          throw new CheckFailed(`${server} responds with ${status}, ${found}`);
        }
        context.out.done(`${server} is ${isReadiness ? 'ready' : 'healthy'} (version ${data.version})`, data);
      }),
    );
  withServer(command);
  withExamples(
    command,
    'perkmint healthcheck',
    'perkmint healthcheck --ready --json',
    'perkmint healthcheck --server https://perks.example --json',
  );
}
