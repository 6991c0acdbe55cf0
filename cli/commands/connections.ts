import type { Command } from 'commander';
import { CONNECTION_STATUSES } from '../../db/enums.ts';
import { Confirmation, type Connection } from '../../src/connections/model.ts';
import { revokeConnection } from '../../src/connections/service/disconnect.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { wholeNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const COLUMNS: Column<Connection>[] = [
  { title: 'ID', value: connection => connection.id },
  { title: 'OWNER', value: ({ businessId, userId }) => businessId ?? userId },
  { title: 'PLATFORM', value: connection => connection.platform },
  { title: 'METHOD', value: connection => connection.method },
  { title: 'STATUS', value: ({ status, reason }) => (reason ? `${status} (${reason})` : status) },
  { title: 'HANDLE', value: connection => connection.handle },
  { title: 'FOLLOWERS', value: connection => connection.followers },
  { title: 'CODE', value: connection => connection.verificationCode },
  { title: 'CREATED', value: connection => connection.createdAt },
];

const MAX_FOLLOWERS = Confirmation.properties.followers.maximum as number;

export function connectionCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'connections',
    'Manage connected accounts',
    'perkmint connections list --status pending',
    'perkmint connections confirm con_01… --followers 2340',
  );
  const add = recordsOf(noun, action);
  add<Connection>({
    usage: 'list',
    about: 'List connected accounts and connection attempts, newest first',
    call: 'GET /connections',
    options: [
      option('--business <id>', 'filter by business ID'),
      option('--platform <name>', 'filter by platform'),
      option('--status <status>', 'filter by status', CONNECTION_STATUSES),
    ],
    columns: COLUMNS,
    examples: [
      'perkmint connections list --status pending',
      'perkmint connections list --platform instagram --json',
    ],
  });
  add<Connection>({
    usage: 'confirm <id>',
    about: 'Confirm an account after checking it yourself (methods bioCode and manual)',
    call: 'POST /connections/:id/confirm',
    options: [
      option('--followers <n>', 'follower count that you verified', wholeNumber(0, MAX_FOLLOWERS)),
      option('--handle <handle>', 'override the submitted handle'),
    ],
    done: ({ handle, platform }) => `${handle} on ${platform} is connected`,
    examples: [
      'perkmint connections confirm con_01…',
      'perkmint connections confirm con_01… --followers 2340 --json',
    ],
  });
  addRevoke(noun, action);
}

function addRevoke(noun: Command, action: Action): void {
  const command = noun
    .command('revoke <id>')
    .description('Disconnect an account: delete its tokens and revoke them at the platform')
    .action(
      action(async (context, id = '') => {
        const ctx = await context.ctx();
        await context.confirm(`Disconnect ${id}? Its owner must connect it again.`);
        context.out.done(`${id} is disconnected`, await revokeConnection(ctx, id));
      }),
    );
  withExamples(command, 'perkmint connections revoke con_01…', 'perkmint connections revoke con_01… --yes');
}
