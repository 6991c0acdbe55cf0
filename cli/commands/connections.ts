import { type Command, Option } from 'commander';
import { CONNECTION_STATUSES } from '../../db/enums.ts';
import { Confirmation, type Connection } from '../../src/connections/model.ts';
import { confirmConnection } from '../../src/connections/service/confirm.ts';
import { revokeConnection } from '../../src/connections/service/disconnect.ts';
import { listConnections } from '../../src/connections/service/read.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, parseInput, pickPage, readPages, wholeNumber, withPages } from '../input.ts';
import type { Column } from '../output.ts';

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

interface ListOptions extends PageOptions {
  business?: string;
  platform?: string;
  status?: Connection['status'];
}

const MAX_FOLLOWERS = Confirmation.properties.followers.maximum as number;

export function connectionCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'connections',
    'Manage connected accounts',
    'perkmint connections list --status pending',
    'perkmint connections confirm con_01… --followers 2340',
  );
  const list = noun
    .command('list')
    .description('List connected accounts and connection attempts, newest first')
    .option('--business <id>', 'filter by business ID')
    .option('--platform <name>', 'filter by platform')
    .addOption(new Option('--status <status>', 'filter by status').choices(CONNECTION_STATUSES));
  withPages(list).action(
    action<ListOptions>(async context => {
      const { business, platform, status } = context.options;
      const query = { ...pickPage(context.options), businessId: business, platform, status };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => listConnections(ctx, each));
      context.out.page(page, COLUMNS);
    }),
  );
  withExamples(
    list,
    'perkmint connections list --status pending',
    'perkmint connections list --platform instagram --json',
  );
  addConfirm(noun, action);
  addRevoke(noun, action);
}

function addConfirm(noun: Command, action: Action): void {
  const command = noun
    .command('confirm <id>')
    .description('Confirm an account after checking it yourself (methods bioCode and manual)')
    .option('--followers <n>', 'follower count that you verified', wholeNumber(0, MAX_FOLLOWERS))
    .option('--handle <handle>', 'override the submitted handle')
    .action(
      action<Confirmation>(async (context, id = '') => {
        const { followers, handle } = context.options;
        const seen = parseInput(Confirmation, { followers, handle });
        const connection = await confirmConnection(await context.ctx(), id, seen);
        context.out.done(`${connection.handle} on ${connection.platform} is connected`, connection);
      }),
    );
  withExamples(
    command,
    'perkmint connections confirm con_01…',
    'perkmint connections confirm con_01… --followers 2340 --json',
  );
}

function addRevoke(noun: Command, action: Action): void {
  const command = noun
    .command('revoke <id>')
    .description('Disconnect an account: delete its tokens and revoke them at the platform')
    .option('--yes', 'skip the confirmation prompt')
    .action(
      action(async (context, id = '') => {
        const ctx = await context.ctx();
        await context.confirm(`Disconnect ${id}? Its owner must connect it again.`);
        context.out.done(`${id} is disconnected`, await revokeConnection(ctx, id));
      }),
    );
  withExamples(command, 'perkmint connections revoke con_01…', 'perkmint connections revoke con_01… --yes');
}
