import { type Command, Option } from 'commander';
import { INFLUENCER_STATUSES } from '../../db/enums.ts';
import { encodePathSegment } from '../../src/describe/operation-calls.ts';
import { type Influencer, InfluencerChange } from '../../src/influencers/model.ts';
import {
  deleteInfluencer,
  getInfluencer,
  listInfluencers,
  updateInfluencer,
} from '../../src/influencers/service/influencers.ts';
import type { Page } from '../../src/platform/page.ts';
import { buildQuery, localOrRemote, type RemoteOptions, withServer } from '../api/client.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { type PageOptions, parseInput, parseNumber, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

type Status = Influencer['status'];

const COLUMNS: Column<Influencer>[] = [
  { title: 'ID', value: influencer => influencer.id },
  { title: 'NAME', value: influencer => influencer.name },
  { title: 'EMAIL', value: influencer => influencer.email },
  { title: 'STATUS', value: influencer => influencer.status },
  {
    title: 'ACCOUNTS',
    value: ({ platforms }) =>
      platforms.map(({ platform, handle, followers }) => `${platform}:${handle}:${followers}`).join('; '),
  },
];

interface ListOptions extends RemoteOptions {
  business?: string;
  status?: Status;
  platform?: string;
  minFollowers?: number;
  search?: string;
}

interface ChangeOptions extends RemoteOptions {
  name?: string;
  email?: string;
  status?: Status;
  notes?: string;
}

/** Adds the commands that list, update and delete influencers one by one. */
export function addInfluencerRecords(noun: Command, action: Action): void {
  addList(noun, action);
  addUpdate(noun, action);
  addDelete(noun, action);
}

function addList(noun: Command, action: Action): void {
  const list = noun
    .command('list')
    .description('List influencers, newest first')
    .option('--business <id>', 'filter by business ID')
    .addOption(statusOption('filter by status'))
    .option('--platform <platform>', 'filter by platform, such as instagram')
    .option('--min-followers <n>', 'filter by followers', parseNumber)
    .option('--search <text>', 'filter by part of the name, email address or handle');
  withServer(withPages(list)).action(
    action<PageOptions & ListOptions>(async context => {
      const { business, status, platform, minFollowers, search } = context.options;
      const filters = { businessId: business, status, platform, minFollowers, search };
      const query = { ...pickPage(context.options), ...filters };
      const page = await readPages(context.options, query, each =>
        localOrRemote(
          context,
          ask => ask<Page<Influencer>>('GET', `/influencers${buildQuery(each)}`),
          ctx => listInfluencers(ctx, each),
        ),
      );
      context.out.page(page, COLUMNS);
    }),
  );
  withExamples(
    list,
    'perkmint influencers list --status active',
    'perkmint influencers list --business biz_01… --platform instagram --json',
  );
}

function addUpdate(noun: Command, action: Action): void {
  const update = noun
    .command('update <id>')
    .description('Update an influencer; options that are left out keep their value')
    .option('--name <name>', 'name')
    .option('--email <email>', 'email address')
    .addOption(statusOption('status'))
    .option('--notes <text>', 'notes; an empty text removes them')
    .action(
      action<ChangeOptions>(async (context, id = '') => {
        const { name, email, status, notes } = context.options;
        const change = parseInput(InfluencerChange, { name, email, status, notes });
        const influencer = await localOrRemote(
          context,
          ask => ask<Influencer>('PUT', toPath(id), change),
          ctx => updateInfluencer(ctx, id, change),
        );
        context.out.done(`${influencer.name} was updated`, influencer);
      }),
    );
  withServer(update);
  withExamples(
    update,
    'perkmint influencers update inf_01… --status contacted',
    'perkmint influencers update inf_01… --notes "Prefers mornings" --json',
  );
}

function addDelete(noun: Command, action: Action): void {
  const remove = noun
    .command('delete <id>')
    .description('Delete an influencer')
    .action(
      action<RemoteOptions>(async (context, id = '') => {
        const { name } = await fetchInfluencer(context, id);
        await context.confirm(`Delete ${name}?`);
        const deleted = await localOrRemote(
          context,
          ask => ask<{ id: string }>('DELETE', toPath(id)),
          ctx => deleteInfluencer(ctx, id),
        );
        context.out.done(`${name} was deleted`, deleted);
      }),
    );
  withServer(remove);
  withExamples(remove, 'perkmint influencers delete inf_01…', 'perkmint influencers delete inf_01… --yes');
}

function statusOption(description: string): Option {
  return new Option('--status <status>', description).choices(INFLUENCER_STATUSES);
}

function toPath(id: string): string {
  return `/influencers/${encodePathSegment('id', id)}`;
}

function fetchInfluencer(context: CommandContext<RemoteOptions>, id: string): Promise<Influencer> {
  return localOrRemote(
    context,
    ask => ask<Influencer>('GET', toPath(id)),
    ctx => getInfluencer(ctx, id),
  );
}
