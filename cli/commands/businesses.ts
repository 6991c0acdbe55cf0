import type { Command } from 'commander';
import { type Business, BusinessChange, NewBusiness } from '../../src/businesses/model.ts';
import * as businesses from '../../src/businesses/service.ts';
import type { PageQuery } from '../../src/platform/page.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { parseInput, pickPage, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<Business>[] = [
  { title: 'ID', value: business => business.id },
  { title: 'NAME', value: business => business.name },
  { title: 'INDUSTRY', value: business => business.industry },
  { title: 'TIME ZONE', value: business => business.timeZone },
  { title: 'POLICY', value: business => business.policyGuard },
  { title: 'CREATED', value: business => business.createdAt },
];

export function businessCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'businesses',
    'Manage businesses',
    'perkmint businesses list',
    'perkmint businesses create --name "Blue Cup"',
  );
  const create = noun
    .command('create')
    .description('Add a business')
    .requiredOption('--name <name>', 'name')
    .option('--industry <industry>', 'industry, used to choose benchmarks (e.g. cafe)')
    .option('--website <url>', 'website URL')
    .option('--time-zone <zone>', 'IANA time zone, where its days start (default UTC)')
    .option('--locale <tag>', 'language tag (default en-US)')
    .action(
      action<NewBusiness>(async context => {
        const { name, industry, website, timeZone, locale } = context.options;
        const input = parseInput(NewBusiness, { name, industry, website, timeZone, locale });
        context.out.record(await businesses.create(await context.ctx(), input));
      }),
    );
  withExamples(
    create,
    'perkmint businesses create --name "Blue Cup" --industry cafe',
    'perkmint businesses create --name "Blue Cup" --time-zone Europe/Berlin --locale de-DE --json',
  );

  const update = noun
    .command('update <id>')
    .description("Change a business's name, industry, website, time zone or locale")
    .option('--name <name>', 'name')
    .option('--industry <industry>', 'industry (e.g. cafe)')
    .option('--website <url>', 'website URL')
    .option('--time-zone <zone>', 'IANA time zone, where its days start')
    .option('--locale <tag>', 'language tag')
    .action(
      action<BusinessChange>(async (context, businessId) => {
        const { name, industry, website, timeZone, locale } = context.options;
        const change = parseInput(BusinessChange, { businessId, name, industry, website, timeZone, locale });
        context.out.record(await businesses.update(await context.ctx(), change));
      }),
    );
  withExamples(
    update,
    'perkmint businesses update biz_01… --time-zone America/New_York',
    'perkmint businesses update biz_01… --locale de-AT --json',
  );

  const list = noun.command('list').description('List businesses, newest first');
  withPages(list).action(
    action<PageQuery>(async context => {
      context.out.page(await businesses.list(await context.ctx(), pickPage(context.options)), COLUMNS);
    }),
  );
  withExamples(list, 'perkmint businesses list', 'perkmint businesses list --page 2 --per-page 20');
}
