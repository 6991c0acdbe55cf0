import { type Command, InvalidArgumentError } from 'commander';
import type { Business } from '../../src/businesses/model.ts';
import { type Action, commandGroup } from '../command.ts';
import { parseNumber } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const COLUMNS: Column<Business>[] = [
  { title: 'ID', value: business => business.id },
  { title: 'NAME', value: business => business.name },
  { title: 'INDUSTRY', value: business => business.industry },
  { title: 'TIME ZONE', value: business => business.timeZone },
  { title: 'CURRENCY', value: business => business.currency },
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
  const add = recordsOf(noun, action);
  add<Business>({
    usage: 'create',
    about: 'Add a business',
    call: 'POST /businesses',
    options: [
      option('--name <name>', 'name').makeOptionMandatory(),
      option('--industry <industry>', 'industry, used to choose benchmarks (e.g. cafe)'),
      option('--website <url>', 'website URL'),
      option('--time-zone <zone>', 'IANA time zone, where its days start (default UTC)'),
      option('--locale <tag>', 'language tag (default en-US)'),
      option('--currency <code>', 'ISO 4217 code (default USD)'),
    ],
    examples: [
      'perkmint businesses create --name "Blue Cup" --industry cafe',
      'perkmint businesses create --name "Blue Cup" --time-zone Europe/Berlin --locale de-DE --currency EUR --json',
    ],
  });
  add<Business>({
    usage: 'update <business>',
    about: "Change a business's name, industry, website, time zone, locale or currency",
    call: 'PUT /business',
    options: [
      option('--name <name>', 'name'),
      option('--industry <industry>', 'industry (e.g. cafe)'),
      option('--website <url>', 'website URL'),
      option('--time-zone <zone>', 'IANA time zone, where its days start'),
      option('--locale <tag>', 'language tag'),
      option('--currency <code>', 'ISO 4217 code; fixed once a customer was promised or paid an amount'),
      option('--usd-rate <rate>', 'what one US dollar is worth, for the planner', parseNumber),
      option('--invitation <text>', 'own words at the top of the public page'),
      option('--reward-text <text>', 'own words to people who get a reward'),
      option('--sender-name <name>', "sender's name in mails to customers"),
      option('--perkmint-line <state>', 'whether public pages name Perkmint at their end', toSwitch),
    ],
    names: { invitation: 'invitationText', perkmintLine: 'showsPerkmint' },
    examples: [
      'perkmint businesses update biz_01… --time-zone America/New_York',
      'perkmint businesses update biz_01… --currency EUR --usd-rate 0.92',
      'perkmint businesses update biz_01… --locale de-AT --json',
    ],
  });
  add<Business>({
    usage: 'list',
    about: 'List businesses, newest first',
    call: 'GET /businesses',
    columns: COLUMNS,
    examples: ['perkmint businesses list', 'perkmint businesses list --page 2 --per-page 20'],
  });
}

function toSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.');
  return text === 'on';
}
