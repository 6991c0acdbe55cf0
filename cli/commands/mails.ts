import type { Command } from 'commander';
import { MAIL_STATES } from '../../db/enums.ts';
import { actAs } from '../../src/auth/service/users.ts';
import { MAIL_KINDS, type MailKind } from '../../src/mailings/kinds-model.ts';
import {
  type Mail,
  type MailPreview,
  type NotificationSettings,
  NotificationSettingsChange,
} from '../../src/mailings/model.ts';
import { getSettings, updateSettings } from '../../src/mailings/service/preferences.ts';
import { testMail } from '../../src/mailings/service/preview.ts';
import { OnlyBusinessOption } from '../business-option.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../errors.ts';
import { parseInput } from '../input.ts';
import type { Column } from '../output.ts';
import { option, recordsOf } from '../record-commands.ts';

const COLUMNS: Column<Mail>[] = [
  { title: 'ID', value: mail => mail.id },
  { title: 'STATE', value: mail => mail.skipReason ?? mail.state },
  { title: 'KIND', value: mail => mail.kind },
  { title: 'TO', value: ({ recipient }) => recipient.name },
  { title: 'SUBJECT', value: mail => mail.subject },
  { title: 'CREATED', value: mail => mail.createdAt },
];

interface UserOption {
  user: string;
}

export function mailCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'mails',
    'Mails about decisions, rewards and cashback, and who gets them',
    'perkmint mails list --business biz_01… --state failed',
    'perkmint mails settings --user ada@people.example',
  );
  const add = recordsOf(noun, action);
  add<Mail>({
    usage: 'list',
    isDefault: true,
    about: 'List the mails of a business, newest first, also those that would have been sent',
    call: 'GET /business/mails',
    options: [
      new OnlyBusinessOption(),
      option('--state <state>', 'only mails in this state', MAIL_STATES),
      option('--kind <kind>', 'only mails of this kind', MAIL_KINDS),
    ],
    columns: COLUMNS,
    examples: [
      'perkmint mails list --business biz_01…',
      'perkmint mails list --business biz_01… --state failed --json',
    ],
  });
  add<MailPreview>({
    usage: 'preview <kind>',
    about: 'Print a kind of mail with sample values',
    call: 'GET /business/mails/:kind/preview',
    choices: { kind: MAIL_KINDS },
    options: [new OnlyBusinessOption()],
    flags: [option('--html', 'print the HTML instead of the text')],
    print: ({ out, options }, mail) =>
      out.done(
        (options as { html?: boolean }).html ? mail.html : `Subject: ${mail.subject}\n\n${mail.text}`,
        mail,
      ),
    examples: [
      'perkmint mails preview reward.issued --business biz_01…',
      'perkmint mails preview business.weekly --business biz_01… --html > letter.html',
    ],
  });
  addTest(noun, action);
  addSettings(noun, action);
}

function addTest(noun: Command, action: Action): void {
  const test = noun
    .command('test <kind>')
    .description('Send a kind of mail with sample values to a user of a business')
    .requiredOption('--user <email>', 'email address of the user')
    .action(
      action<UserOption>(async (context, kind = '') => {
        const ctx = await actAs(await context.ctx(), context.options.user);
        const sent = await testMail(ctx, { kind: toKind(kind) });
        context.out.done(`Sent to ${sent.sentTo}`, sent);
      }),
    );
  withExamples(
    test,
    'perkmint mails test reward.issued --user olga@bluecup.example',
    'perkmint mails test business.weekly --user olga@bluecup.example --json',
  );
}

function addSettings(noun: Command, action: Action): void {
  const settings = noun
    .command('settings')
    .description('Show which mails a person gets, and since when')
    .requiredOption('--user <email>', 'email address of the person')
    .action(
      action<UserOption>(async context => {
        const ctx = await actAs(await context.ctx(), context.options.user);
        showSettings(context, await getSettings(ctx));
      }),
    );
  withExamples(
    settings,
    'perkmint mails settings --user ada@people.example',
    'perkmint mails settings --user ada@people.example --json',
  );
  const set = noun
    .command('set')
    .description('Turn kinds of mail on or off at the request of a person, or set quiet hours')
    .requiredOption('--user <email>', 'email address of the person')
    .option('--on <kinds>', 'kinds to turn on, separated by commas')
    .option('--off <kinds>', 'kinds to turn off, separated by commas')
    .option('--quiet <hours>', 'hours without mail, such as 22:00-08:00, or none')
    .action(
      action<UserOption & { on?: string; off?: string; quiet?: string }>(async context => {
        const { user, on, off, quiet } = context.options;
        const input = parseInput(NotificationSettingsChange, {
          kinds: on || off ? [...toChoices(on, true), ...toChoices(off, false)] : undefined,
          quietHours: toQuietHours(quiet),
        });
        const ctx = await actAs(await context.ctx(), user);
        showSettings(context, await updateSettings(ctx, input, 'cli'));
      }),
    );
  withExamples(
    set,
    'perkmint mails set --user ada@people.example --off reward.expiring,tier.reached',
    'perkmint mails set --user ada@people.example --quiet 22:00-08:00',
  );
}

function showSettings({ out }: CommandContext<object>, settings: NotificationSettings): void {
  const { kinds, quietHours, ...rest } = settings;
  const on = kinds.filter(({ isEnabled }) => isEnabled).map(({ kind }) => kind);
  const off = kinds.filter(({ isEnabled }) => !isEnabled).map(({ kind }) => kind);
  const quiet = quietHours ? `${quietHours.from}-${quietHours.to}` : 'none';
  if (out.isJson) out.json(settings);
  else out.record({ ...rest, quietHours: quiet, on: on.join(', '), off: off.join(', ') });
}

function toChoices(kinds: string | undefined, isEnabled: boolean) {
  return (kinds?.split(',') ?? []).map(kind => ({ kind: kind.trim(), isEnabled }));
}

function toQuietHours(text: string | undefined) {
  if (text === undefined || text === 'none') return text === 'none' ? null : undefined;
  const [from, to] = text.split('-', 2);
  return { from, to };
}

/** @throws UsageError */
function toKind(text: string): MailKind {
  const kind = MAIL_KINDS.find(known => known === text);
  if (!kind) throw new UsageError(`The kind must be one of ${MAIL_KINDS.join(', ')}`);
  return kind;
}
