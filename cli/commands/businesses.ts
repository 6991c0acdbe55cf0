import { type Command, Option } from 'commander';
import { type Business, BusinessChange, NewBusiness } from '../../src/businesses/model.ts';
import * as businesses from '../../src/businesses/service.ts';
import { updateBusiness } from '../../src/currencies/service.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { type PageOptions, parseInput, parseNumber, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';

const COLUMNS: Column<Business>[] = [
  { title: 'ID', value: business => business.id },
  { title: 'NAME', value: business => business.name },
  { title: 'INDUSTRY', value: business => business.industry },
  { title: 'TIME ZONE', value: business => business.timeZone },
  { title: 'CURRENCY', value: business => business.currency },
  { title: 'POLICY', value: business => business.policyGuard },
  { title: 'CREATED', value: business => business.createdAt },
];

interface UpdateOptions extends BusinessChange {
  invitation?: string;
  perkmintLine?: 'on' | 'off';
}

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
    .option('--currency <code>', 'ISO 4217 code (default USD)')
    .action(
      action<NewBusiness>(async context => {
        const { name, industry, website, timeZone, locale, currency } = context.options;
        const input = parseInput(NewBusiness, { name, industry, website, timeZone, locale, currency });
        context.out.record(await businesses.create(await context.ctx(), input));
      }),
    );
  withExamples(
    create,
    'perkmint businesses create --name "Blue Cup" --industry cafe',
    'perkmint businesses create --name "Blue Cup" --time-zone Europe/Berlin --locale de-DE --currency EUR --json',
  );

  const update = noun
    .command('update <id>')
    .description("Change a business's name, industry, website, time zone, locale or currency")
    .option('--name <name>', 'name')
    .option('--industry <industry>', 'industry (e.g. cafe)')
    .option('--website <url>', 'website URL')
    .option('--time-zone <zone>', 'IANA time zone, where its days start')
    .option('--locale <tag>', 'language tag')
    .option('--currency <code>', 'ISO 4217 code; fixed once a customer was promised or paid an amount')
    .option('--usd-rate <rate>', 'what one US dollar is worth, for the planner', parseNumber)
    .option('--invitation <text>', 'own words at the top of the public page')
    .option('--reward-text <text>', 'own words to people who get a reward')
    .option('--sender-name <name>', "sender's name in mails to customers")
    .addOption(
      new Option('--perkmint-line <state>', 'whether public pages name Perkmint at their end').choices([
        'on',
        'off',
      ]),
    )
    .action(
      action<UpdateOptions>(async (context, businessId) => {
        const { name, industry, website, timeZone, locale, currency, usdRate } = context.options;
        const { invitation: invitationText, rewardText, senderName, perkmintLine } = context.options;
        const place = { timeZone, locale, currency, usdRate };
        const showsPerkmint = perkmintLine && perkmintLine === 'on';
        const face = { invitationText, rewardText, senderName, showsPerkmint };
        const change = parseInput(BusinessChange, { businessId, name, industry, website, ...place, ...face });
        context.out.record(await updateBusiness(await context.ctx(), change));
      }),
    );
  withExamples(
    update,
    'perkmint businesses update biz_01… --time-zone America/New_York',
    'perkmint businesses update biz_01… --currency EUR --usd-rate 0.92',
    'perkmint businesses update biz_01… --locale de-AT --json',
  );

  const list = noun.command('list').description('List businesses, newest first');
  withPages(list).action(
    action<PageOptions>(async context => {
      const ctx = await context.ctx();
      const query = pickPage(context.options);
      context.out.page(await readPages(context.options, query, each => businesses.list(ctx, each)), COLUMNS);
    }),
  );
  withExamples(list, 'perkmint businesses list', 'perkmint businesses list --page 2 --per-page 20');
}
