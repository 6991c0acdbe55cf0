import type { Command } from 'commander';
import { utc } from '../../src/platform/clock.ts';
import type { PageQuery } from '../../src/platform/page.ts';
import { type AdminAction, list } from '../../src/system/admin-actions.ts';
import { type Action, examples } from '../command.ts';
import { UsageError } from '../failures.ts';
import { pageOf, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<AdminAction>[] = [
  { title: 'TIME', value: action => action.createdAt },
  { title: 'WHO', value: ({ actor }) => actor.id },
  { title: 'DID', value: action => action.operation },
  { title: 'TO', value: action => action.target },
  { title: 'REQUEST', value: action => action.requestId },
];

interface AuditOptions extends PageQuery {
  since?: string;
  by?: string;
}

export function auditCommand(program: Command, action: Action): void {
  const command = program
    .command('audit')
    .description('What admins changed, by request or by command, newest first; the log tells who was refused')
    .option('--since <time>', 'only from this time on, e.g. 2026-06-01 or 2026-06-01T12:00:00Z')
    .option('--by <id>', 'only what this admin did; cli is the command line');
  withPages(command).action(
    action<AuditOptions>(async session => {
      const { since, by } = session.options;
      if (since !== undefined && Number.isNaN(Date.parse(since)))
        throw new UsageError(`--since must be a time such as 2026-06-01T12:00:00Z, not ${since}`);
      const filter = { since: utc(since) ?? undefined, actorId: by };
      session.out.page(list(await session.ctx(), { ...pageOf(session.options), ...filter }), COLUMNS);
    }),
  );
  examples(command, 'perkmint audit', 'perkmint audit --since 2026-06-01 --by cli --json');
}
