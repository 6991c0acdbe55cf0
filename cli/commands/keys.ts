import type { Command } from 'commander';
import { SCOPES } from '../../db/enums.ts';
import { type ApiKey, NewApiKey } from '../../src/auth/model.ts';
import * as keys from '../../src/auth/service/keys.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, parseInput, pickPage, readPages, wholeNumber, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const MAX_GRACE_MINUTES = 1_440;

const COLUMNS: Column<ApiKey>[] = [
  { title: 'ID', value: key => key.id },
  { title: 'NAME', value: key => key.name },
  { title: 'LAST 4', value: key => key.last4 },
  { title: 'SCOPES', value: key => key.scopes.join(',') },
  { title: 'TEST', value: key => (key.test ? 'yes' : null) },
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
  addCreate(noun, action);
  addChanges(noun, action);
  const list = noun
    .command('list')
    .description("List a business's API keys, without their secrets")
    .addOption(new OnlyBusinessOption());
  withPages(list).action(
    action<PageOptions & { business: string }>(async context => {
      const query = { ...pickPage(context.options), businessId: context.options.business };
      const ctx = await context.ctx();
      const page = await readPages(context.options, query, each => keys.list(ctx, each));
      context.out.page(page, COLUMNS);
    }),
  );
  withExamples(list, 'perkmint keys list --business biz_01…', 'perkmint keys list --business biz_01… --json');
}

function addCreate(noun: Command, action: Action): void {
  const create = noun
    .command('create')
    .description('Create an API key; its secret is printed once, alone on stdout')
    .addOption(new OnlyBusinessOption('business the key belongs to'))
    .requiredOption('--name <name>', 'name or purpose')
    .option('--scopes <list>', `comma-separated scopes from ${SCOPES.join(', ')} (default: all)`)
    .option('--test', 'create a test key, whose records are separate from real data')
    .action(
      action<{ business: string; name: string; scopes?: string; test?: true }>(async context => {
        const { business, name, scopes, test } = context.options;
        const ctx = await context.ctx();
        const input = {
          name,
          businessId: business,
          scopes: scopes?.split(',').map(scope => scope.trim()),
          test,
        };
        const key = await keys.create(ctx, parseInput(NewApiKey, input));
        context.out.info(`Created ${key.id}. Copy the secret now; it won't be shown again:`);
        context.out.value(key.key, key);
      }),
    );
  withExamples(
    create,
    'perkmint keys create --business biz_01… --name till --scopes read,review',
    'KEY=$(perkmint keys create --business biz_01… --name importer)',
    'perkmint keys create --business biz_01… --name "my integration" --test',
  );
}

function addChanges(noun: Command, action: Action): void {
  const rotate = noun
    .command('rotate <id>')
    .description('Rotate an API key; the new secret is printed once, alone on stdout')
    .option(
      '--grace-minutes <n>',
      'minutes that the old secret stays valid',
      wholeNumber(0, MAX_GRACE_MINUTES),
      0,
    )
    .action(
      action<{ graceMinutes: number }>(async (context, id = '') => {
        const { graceMinutes } = context.options;
        const key = await keys.rotate(await context.ctx(), id, graceMinutes);
        context.out.info(`New secret for ${id} (the old one stays valid for ${graceMinutes} minutes):`);
        context.out.value(key.key, key);
      }),
    );
  withExamples(
    rotate,
    'perkmint keys rotate key_01…',
    'perkmint keys rotate key_01… --grace-minutes 60 --json',
  );

  const revoke = noun
    .command('revoke <id>')
    .description('Revoke an API key immediately')
    .action(
      action(async (context, id = '') => {
        const ctx = await context.ctx();
        await context.confirm(`Revoke ${id}? Clients that use it lose access immediately.`);
        context.out.done(`${id} is revoked`, await keys.revoke(ctx, id));
      }),
    );
  withExamples(revoke, 'perkmint keys revoke key_01…', 'perkmint keys revoke key_01… --yes');
}
