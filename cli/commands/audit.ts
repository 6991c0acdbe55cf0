import { Argument, type Command } from 'commander';
import { toUtc } from '../../src/platform/clock.ts';
import type { AuditEntry } from '../../src/system/model.ts';
import { listAdminActions, verifyChain } from '../../src/system/service/audit-log.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { CheckFailed, UsageError } from '../errors.ts';
import { type PageOptions, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<AuditEntry>[] = [
  { title: 'TIME', value: entry => entry.createdAt },
  { title: 'ACTOR', value: ({ actor }) => actor.id },
  { title: 'ACTION', value: entry => entry.operation },
  { title: 'TARGET', value: entry => entry.target },
  { title: 'DETAILS', value: ({ details }) => inWords(details) },
  { title: 'REQUEST', value: entry => entry.requestId },
];

interface AuditOptions extends PageOptions {
  since?: string;
  by?: string;
  operation?: string;
  target?: string;
}

export function auditCommand(program: Command, action: Action): void {
  const command = program
    .command('audit')
    .description('List admin actions, newest first')
    .addArgument(new Argument('[verify]', 'check the hash chain of the entries instead').choices(['verify']))
    .option('--since <time>', 'start time, e.g. 2026-06-01 or 2026-06-01T12:00:00Z')
    .option('--by <id>', 'filter by actor ID (cli for the command line)')
    .option('--operation <name>', 'filter by operation or command, e.g. depositCash')
    .option('--target <id>', 'filter by the ID of the changed record');
  withPages(command).action(
    action<AuditOptions>(async (context, check) => {
      if (check) return verify(context);
      const { since, by: actorId, operation, target } = context.options;
      if (since !== undefined && Number.isNaN(Date.parse(since)))
        throw new UsageError(`--since must be a time such as 2026-06-01T12:00:00Z, not ${since}`);
      const filter = { since: toUtc(since) ?? undefined, actorId, operation, target };
      const query = { ...pickPage(context.options), ...filter };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => listAdminActions(ctx, each));
      context.out.page(page, COLUMNS);
    }),
  );
  withExamples(
    command,
    'perkmint audit',
    'perkmint audit --since 2026-06-01 --by cli --json',
    'perkmint audit --target cmp_01…',
    'perkmint audit verify',
  );
}

async function verify(context: CommandContext<AuditOptions>): Promise<void> {
  const { entries, head, problem } = await verifyChain(await context.ctx());
  if (problem) throw new CheckFailed('The audit log was tampered with', [problem]);
  const kept = head ? `\nKeep this hash elsewhere to detect later changes: ${head}` : '';
  context.out.done(`The audit log is intact (entries: ${entries})${kept}`, { entries, head });
}

function inWords(details: AuditEntry['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(',') : String(value)}`)
    .join('; ');
}
