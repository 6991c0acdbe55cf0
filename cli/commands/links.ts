import { type Command, InvalidArgumentError } from 'commander';
import type { ExportLink, IssuedExportLink } from '../../src/export-links/model.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup } from '../command.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const COLUMNS: Column<ExportLink>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'OPERATION', value: ({ operationId }) => operationId },
  { title: 'PARAMETERS', value: ({ query }) => new URLSearchParams(query).toString() || null },
  { title: 'LAST 4', value: ({ last4 }) => last4 },
  { title: 'LAST USED', value: ({ lastUsedAt }) => lastUsedAt },
  { title: 'CREATED BY', value: ({ createdBy }) => createdBy },
  { title: 'CREATED', value: ({ createdAt }) => createdAt },
];

type Query = Record<string, string>;

export function linkCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'links',
    'Manage links for calendars and spreadsheets',
    'perkmint links create getCalendar --business biz_01…',
    'perkmint links revoke exl_01…',
  );
  const add = recordsOf(noun, action);
  add<ExportLink>({
    usage: 'list',
    about: "List a business's links, without their URLs",
    call: 'GET /export-links',
    options: [new OnlyBusinessOption()],
    columns: COLUMNS,
    examples: ['perkmint links list --business biz_01…', 'perkmint links list --business biz_01… --json'],
  });
  add<IssuedExportLink>({
    usage: 'create <operationId>',
    about: 'Create a link that answers a list as CSV, or getCalendar; its URL is printed once',
    call: 'POST /export-links',
    options: [
      new OnlyBusinessOption('business whose records it answers'),
      option('--set <name=value>', 'a parameter of the list; can be repeated').argParser(collectParameter),
    ],
    names: { set: 'query' },
    print: ({ out }, link) => {
      out.info(`Created ${link.id}. Copy the URL now; it won't be shown again:`);
      out.value(link.url, link);
    },
    examples: [
      'perkmint links create getCalendar --business biz_01…',
      'perkmint links create listSubmissions --business biz_01… --set status=approved',
    ],
  });
  add<ExportLink>({
    usage: 'revoke <id>',
    about: 'Revoke a link immediately',
    call: 'DELETE /export-links/:id',
    confirm: ({ id }) => `Revoke ${id}? Calendars and spreadsheets that use it stop updating.`,
    done: (_, { id }) => `${id} is revoked`,
    examples: ['perkmint links revoke exl_01…', 'perkmint links revoke exl_01… --yes'],
  });
}

function collectParameter(text: string, before: Query = {}): Query {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('It must be name=value, such as status=approved.');
  return { ...before, [name]: value };
}
