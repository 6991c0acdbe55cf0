import type { Command } from 'commander';
import { SCOPES } from '../../db/enums.ts';
import * as keys from '../../src/auth/service/keys.ts';
import * as businesses from '../../src/businesses/service.ts';
import { listCampaigns } from '../../src/campaigns/service/read.ts';
import type { Ctx } from '../../src/context.ts';
import { listOperationCalls, type OperationCall } from '../../src/describe/operation-calls.ts';
import { kebabCase } from '../../src/platform/names.ts';
import { listPrograms } from '../../src/programs/service/read.ts';
import { listSubmissions } from '../../src/submissions/service/read.ts';
import * as endpoints from '../../src/webhooks/service/endpoints.ts';
import { describeApi } from '../api/description.ts';
import type { CommandContext } from '../command-context.ts';
import type { Candidate, Cursor } from './complete.ts';

const NEWEST = { page: 1, perPage: 50 };

type Read = (ctx: Ctx) => Promise<{ items: { id: string }[] }>;

/** The records that IDs are completed from, by the group of commands, or by the name of an option. */
const RECORDS: Record<string, Read> = {
  businesses: ctx => businesses.list(ctx, NEWEST),
  campaigns: ctx => listCampaigns(ctx, NEWEST),
  submissions: ctx => listSubmissions(ctx, { ...NEWEST, status: 'pending' }),
  programs: ctx => listPrograms(ctx, NEWEST),
  keys: ctx => listOfOnlyBusiness(ctx, businessId => keys.list(ctx, { ...NEWEST, businessId })),
  webhooks: ctx => listOfOnlyBusiness(ctx, businessId => endpoints.list(ctx, { ...NEWEST, businessId })),
};
const OPTIONS: Record<string, string> = {
  '--business': 'businesses',
  '--campaign': 'campaigns',
  '--program': 'programs',
};

/**
 * Suggests values that the declaration of a command doesn't list: operations and their fields, scopes, and IDs of the data
 * folder. @returns undefined if there are none, such as without an installation
 */
export async function completeFromData(
  { command, positionals, option, unfinished }: Cursor,
  context: CommandContext,
): Promise<Candidate[] | undefined> {
  if (option === '--scopes') return completeScopes(unfinished);
  const wanted = option === undefined ? getGroupOfId(command, positionals) : OPTIONS[option];
  if (wanted) return await listIds(context, RECORDS[wanted]);
  if (command.name() !== 'api' || option !== undefined) return undefined;
  const calls = listOperationCalls(await describeApi(context));
  const [id] = positionals;
  if (id === undefined) return calls.map(call => ({ value: call.id, about: call.operation.summary ?? '' }));
  const call = calls.find(each => kebabCase(each.id) === kebabCase(id));
  return call && completeFields(call, unfinished);
}

/** Returns the group of a command whose first argument is an ID. */
function getGroupOfId({ registeredArguments, parent }: Command, positionals: readonly string[]) {
  const isId = ['id', 'ids'].includes(registeredArguments[0]?.name() ?? '');
  const group = parent?.name() ?? '';
  return isId && positionals.length === 0 && group in RECORDS ? group : undefined;
}

function completeFields({ inputs }: OperationCall, unfinished: string): Candidate[] | undefined {
  if (unfinished !== '' && !unfinished.startsWith('-')) return undefined;
  return inputs.map(({ name, description }) => ({
    value: `--${kebabCase(name)}`,
    about: description?.split('\n', 1)[0] ?? '',
  }));
}

/** Completes the last of several scopes, separated by commas. */
function completeScopes(unfinished: string): Candidate[] {
  const before = unfinished.slice(0, unfinished.lastIndexOf(',') + 1);
  const taken = before.split(',');
  return SCOPES.filter(scope => !taken.includes(scope)).map(scope => ({ value: before + scope, about: '' }));
}

async function listIds(context: CommandContext, read: Read | undefined): Promise<Candidate[] | undefined> {
  try {
    const found = await read?.(await context.ctx());
    return found?.items.map(record => ({ value: record.id, about: nameOf(record) }));
  } catch {
    // No installation, or one of another version: a press of the key must not print an error.
    return undefined;
  }
}

function nameOf(record: object): string {
  const { name, url, notes } = record as { name?: string; url?: string; notes?: string | null };
  return (name ?? url ?? notes ?? '').split('\n', 1)[0] as string;
}

async function listOfOnlyBusiness(
  ctx: Ctx,
  read: (businessId: string) => ReturnType<Read>,
): ReturnType<Read> {
  const { items } = await businesses.list(ctx, { page: 1, perPage: 2 });
  const [first, second] = items;
  return first && !second ? await read(first.id) : { items: [] };
}
