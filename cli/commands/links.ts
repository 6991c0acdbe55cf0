import { type Command, InvalidArgumentError } from 'commander';
import { listOperations, type OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { invalid } from '../../src/errors.ts';
import { type ExportLink, FEEDS, NewExportLink, RESERVED } from '../../src/export-links/model.ts';
import * as links from '../../src/export-links/service.ts';
import { FORMAT } from '../../src/http/csv/options.ts';
import { API_PREFIX } from '../../src/routes/api.ts';
import { describeApi } from '../api/description.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, parseInput, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<ExportLink>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'OPERATION', value: ({ operationId }) => operationId },
  { title: 'PARAMETERS', value: ({ query }) => new URLSearchParams(query).toString() || null },
  { title: 'LAST 4', value: ({ last4 }) => last4 },
  { title: 'LAST USED', value: ({ lastUsedAt }) => lastUsedAt },
  { title: 'CREATED BY', value: ({ createdBy }) => createdBy },
  { title: 'CREATED', value: ({ createdAt }) => createdAt },
];

const PATH_PARAMETER = /\{(\w+)\}/g;

interface BusinessOption {
  business: string;
}

type Query = Record<string, string>;

export function linkCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'links',
    'Manage links for calendars and spreadsheets',
    'perkmint links create getCalendar --business biz_01…',
    'perkmint links revoke exl_01…',
  );
  const list = noun
    .command('list')
    .description("List a business's links, without their URLs")
    .requiredOption('--business <id>', 'business ID');
  withPages(list).action(
    action<PageOptions & BusinessOption>(async context => {
      const query = { ...pickPage(context.options), businessId: context.options.business };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => links.listExportLinks(ctx, each));
      context.out.page(page, COLUMNS);
    }),
  );
  withExamples(
    list,
    'perkmint links list --business biz_01…',
    'perkmint links list --business biz_01… --json',
  );
  addCreate(noun, action);
  addRevoke(noun, action);
}

function addCreate(noun: Command, action: Action): void {
  const create = noun
    .command('create <operationId>')
    .description('Create a link that answers a list as CSV, or getCalendar; its URL is printed once')
    .requiredOption('--business <id>', 'business whose records it answers')
    .option('--set <name=value>', 'a parameter of the list; can be repeated', collectParameter)
    .action(
      action<BusinessOption & { set?: Query }>(async (context, operationId = '') => {
        const { business: businessId, set } = context.options;
        const input = parseInput(NewExportLink, { operationId, query: set, businessId });
        const document = await describeApi(context);
        const link = await links.createExportLink(await context.ctx(), API_PREFIX, input, async ({ query }) =>
          assertReadable(document, operationId, query),
        );
        context.out.info(`Created ${link.id}. Copy the URL now; it won't be shown again:`);
        context.out.value(link.url, link);
      }),
    );
  withExamples(
    create,
    'perkmint links create getCalendar --business biz_01…',
    'perkmint links create listSubmissions --business biz_01… --set status=approved',
  );
}

function addRevoke(noun: Command, action: Action): void {
  const revoke = noun
    .command('revoke <id>')
    .description('Revoke a link immediately')
    .action(
      action(async (context, id = '') => {
        const ctx = await context.ctx();
        await context.confirm(`Revoke ${id}? Calendars and spreadsheets that use it stop updating.`);
        context.out.done(`${id} is revoked`, await links.revokeExportLink(ctx, id));
      }),
    );
  withExamples(revoke, 'perkmint links revoke exl_01…', 'perkmint links revoke exl_01… --yes');
}

function collectParameter(text: string, before: Query = {}): Query {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('It must be name=value, such as status=approved.');
  return { ...before, [name]: value };
}

/** @throws VALIDATION_ERROR for an operation that no link can answer, an unknown parameter, and a missing one of the path */
function assertReadable(document: OpenApiDocument, operationId: string, query: Query): void {
  const found = listOperations(document).find(({ operation }) => operation.operationId === operationId);
  const shared = document.components.parameters;
  const names = (found?.operation.parameters ?? []).map(each =>
    '$ref' in each ? shared[each.$ref.split('/').at(-1) as string]?.name : each.name,
  );
  if (!found || !(names.includes(FORMAT) || FEEDS.includes(operationId)))
    throw invalid('operationId', 'must be the operation ID of a list, or getCalendar', 'unknown');
  for (const name of Object.keys(query))
    if (!names.includes(name) || RESERVED.includes(name))
      throw invalid(`query.${name}`, 'is not a parameter of links to this list', 'unknown');
  for (const [, name = ''] of found.path.matchAll(PATH_PARAMETER))
    if (!query[name]) throw invalid(`query.${name}`, 'is required by the path of the list', 'required');
}
