import type { Command } from 'commander';
import { SCOPES } from '../../db/enums.ts';
import { type ApiKey, type IssuedApiKey, KEY_KINDS } from '../../src/auth/model.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup } from '../command.ts';
import { listOf, wholeNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const MAX_GRACE_MINUTES = 1_440;

const COLUMNS: Column<ApiKey>[] = [
  { title: 'ID', value: key => key.id },
  { title: 'NAME', value: key => key.name },
  { title: 'LAST 4', value: key => key.last4 },
  { title: 'SCOPES', value: key => key.scopes.join(',') },
  { title: 'KIND', value: key => key.kind },
  { title: 'TEST', value: key => (key.test ? 'yes' : null) },
  { title: 'APP', value: key => key.app },
  { title: 'SPENT', value: key => key.spent },
  { title: 'LAST USED', value: key => key.lastUsedAt },
  { title: 'CREATED BY', value: key => key.createdBy },
  { title: 'CREATED', value: key => key.createdAt },
];

export function keyCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'keys',
    'Manage API keys',
    'perkmint keys list --business biz_01…',
    'perkmint keys rotate key_01… --grace-minutes 60',
  );
  const add = recordsOf(noun, action);
  add<IssuedApiKey>({
    usage: 'create',
    about: 'Create an API key; its secret is printed once, alone on stdout',
    call: 'POST /api-keys',
    options: [
      new OnlyBusinessOption('business the key belongs to'),
      option('--name <name>', 'name or purpose').makeOptionMandatory(),
      option('--scopes <list>', `comma-separated scopes from ${SCOPES.join(', ')} (default: all)`, listOf),
      option('--test', 'create a test key, whose records are separate from real data'),
      option('--kind <kind>', 'agent for a key with a mandate', KEY_KINDS),
    ],
    json: [option('--mandate <file>', 'JSON file with the limits of an agent, or - for stdin')],
    print: ({ out }, key) => {
      out.info(`Created ${key.id}. Copy the secret now; it won't be shown again:`);
      out.value(key.key, key);
    },
    examples: [
      'perkmint keys create --business biz_01… --name till --scopes read,review',
      'KEY=$(perkmint keys create --business biz_01… --name importer)',
      'perkmint keys create --business biz_01… --name "my integration" --test',
      'perkmint keys create --name Robin --kind agent --mandate mandate.json',
    ],
  });
  add<IssuedApiKey>({
    usage: 'rotate <id>',
    about: 'Rotate an API key; the new secret is printed once, alone on stdout',
    call: 'POST /api-keys/:id/rotate',
    options: [
      option(
        '--grace-minutes <n>',
        'minutes that the old secret stays valid',
        wholeNumber(0, MAX_GRACE_MINUTES),
      ).default(0),
    ],
    print: ({ out }, key, { id, graceMinutes }) => {
      out.info(`New secret for ${id} (the old one stays valid for ${graceMinutes} minutes):`);
      out.value(key.key, key);
    },
    examples: ['perkmint keys rotate key_01…', 'perkmint keys rotate key_01… --grace-minutes 60 --json'],
  });
  add<ApiKey>({
    usage: 'revoke <id>',
    about: 'Revoke an API key immediately',
    call: 'DELETE /api-keys/:id',
    confirm: ({ id }) => `Revoke ${id}? Clients that use it lose access immediately.`,
    done: (_, { id }) => `${id} is revoked`,
    examples: ['perkmint keys revoke key_01…', 'perkmint keys revoke key_01… --yes'],
  });
  add<ApiKey>({
    usage: 'list',
    about: "List a business's API keys, without their secrets",
    call: 'GET /api-keys',
    options: [new OnlyBusinessOption()],
    columns: COLUMNS,
    examples: ['perkmint keys list --business biz_01…', 'perkmint keys list --business biz_01… --json'],
  });
}
