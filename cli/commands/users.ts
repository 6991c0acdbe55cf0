import { Type } from '@sinclair/typebox';
import { type Command, Option } from 'commander';
import { POSITIONS, ROLES } from '../../db/enums.ts';
import { NewPassword, type User } from '../../src/auth/model.ts';
import { endAllSessions, endSessionsOf } from '../../src/auth/service/end-sessions.ts';
import { issueResetLinkAsAdmin } from '../../src/auth/service/links.ts';
import { resetSecondFactor } from '../../src/auth/service/totp.ts';
import * as users from '../../src/auth/service/users.ts';
import { Email, Id, Name, oneOf } from '../../src/platform/schema.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type PageOptions, parseInput, pickPage, readPages, withPages } from '../input.ts';
import type { Column } from '../output.ts';
import { readPassword, type SecretOptions, withPassword } from '../secrets.ts';
import { addUserData } from './user-data.ts';

const NewUser = Type.Object({
  email: Email(),
  name: Name(),
  role: oneOf(ROLES),
  businessId: Type.Optional(Id()),
  position: Type.Optional(oneOf(POSITIONS)),
  password: NewPassword,
});

const USER_COLUMNS: Column<User>[] = [
  { title: 'ID', value: user => user.id },
  { title: 'EMAIL', value: user => user.email },
  { title: 'CONFIRMED', value: user => (user.emailConfirmed ? 'yes' : 'no') },
  { title: 'NAME', value: user => user.name },
  { title: 'ROLE', value: user => user.role },
  { title: 'POSITION', value: user => user.position },
  { title: 'BUSINESS', value: user => user.businessId },
];

interface CreateOptions extends SecretOptions {
  email: string;
  name: string;
  role: (typeof ROLES)[number];
  business?: string;
  position?: (typeof POSITIONS)[number];
}

export function userCommands(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'users',
    'Manage users: admins, team members of businesses, and customers',
    'perkmint users list',
    'perkmint users reset-link ada@shop.example',
  );
  addCreate(noun, action);
  addPasswords(noun, action);
  addPosition(noun, action);
  addInvitation(noun, action);
  addSecondFactor(noun, action);
  addSessions(noun, action);
  addUserData(noun, action);
  const list = noun
    .command('list')
    .description('List users, newest first')
    .option('--business <id>', 'filter by business ID');
  withPages(list).action(
    action<PageOptions & { business?: string }>(async context => {
      const { business } = context.options;
      const ctx = await context.ctx();
      const query = { ...pickPage(context.options), businessId: business };
      const page = await readPages<typeof query, User>(context.options, query, each =>
        business ? users.listByBusiness(ctx, each) : users.listAll(ctx, each),
      );
      context.out.page(page, USER_COLUMNS);
    }),
  );
  withExamples(list, 'perkmint users list', 'perkmint users list --business biz_01… --json');
}

function addCreate(noun: Command, action: Action): void {
  const create = noun
    .command('create')
    .description('Create a user; the first user of a business becomes its owner')
    .requiredOption('--email <address>', 'email address')
    .requiredOption('--name <name>', 'full name')
    .addOption(new Option('--role <role>', 'role of the user').choices(ROLES).default('customer'))
    .option('--business <id>', 'business ID, for role business')
    .addOption(
      new Option('--position <position>', 'what the user may do, for role business (default: staff)').choices(
        POSITIONS,
      ),
    );
  withPassword(create).action(
    action<CreateOptions>(async context => {
      const { email, name, role, business, position } = context.options;
      const ctx = await context.ctx();
      const password = await readPassword(context, context.options);
      const user = await users.create(
        ctx,
        parseInput(NewUser, { email, name, role, businessId: business, position, password }),
      );
      context.out.record(user);
    }),
  );
  withExamples(
    create,
    'perkmint users create --email ada@shop.example --name Ada --role business --business biz_01…',
    'perkmint users create --email root@shop.example --name Root --role admin --password-file ./secret',
  );
}

function addPosition(noun: Command, action: Action): void {
  const setPosition = noun
    .command('set-position <email> <position>')
    .description(`Change what a team member may do: ${POSITIONS.join(', ')}`)
    .action(
      action(async (context, email = '', position = '') => {
        const ctx = await context.ctx();
        const given = parseInput(Type.Object({ position: oneOf(POSITIONS) }), { position });
        const user = await users.setPosition(ctx, email, given.position);
        context.out.done(`${user.email} is now ${given.position}`, user);
      }),
    );
  withExamples(
    setPosition,
    'perkmint users set-position ada@shop.example manager',
    'perkmint users set-position sam@shop.example counter --json',
  );
}

function addInvitation(noun: Command, action: Action): void {
  const invite = noun
    .command('invite <email>')
    .description('Print a new invitation link for a team member who has not accepted the first one')
    .action(
      action(async (context, email = '') => {
        const user = await users.renewInvitationOf(await context.ctx(), email);
        const { inviteLink = '', invitationMailed } = user;
        context.out.info(`Send this one-time link${invitationMailed ? ', which was also mailed' : ''}:`);
        context.out.value(inviteLink, user);
      }),
    );
  withExamples(
    invite,
    'perkmint users invite sam@shop.example',
    'perkmint users invite sam@shop.example --json',
  );
}

function addSecondFactor(noun: Command, action: Action): void {
  const reset = noun
    .command('reset-second-factor <email>')
    .description('Turn off the authenticator app of a user who lost it and the recovery codes')
    .action(
      action(async (context, email = '') => {
        await resetSecondFactor(await context.ctx(), email);
        context.out.done(`${email} can log in without a second factor`, { email, reset: true });
      }),
    );
  withExamples(
    reset,
    'perkmint users reset-second-factor ada@shop.example',
    'perkmint users reset-second-factor ada@shop.example --json',
  );
}

function addSessions(noun: Command, action: Action): void {
  const end = noun
    .command('end-sessions [user]')
    .description('Log a user out on all devices, by ID or email address, or everyone')
    .option('--all', 'log everyone out')
    .action(
      action<{ all?: boolean }>(async (context, given = '') => {
        if (Boolean(given) === Boolean(context.options.all))
          throw new UsageError('Name one user, or use --all for everyone');
        const ctx = await context.ctx();
        if (!given) await context.confirm('Log everyone out?');
        const ended = given
          ? await endSessionsOf(ctx, (await users.requireByIdOrEmail(ctx, given)).id)
          : await endAllSessions(ctx);
        const count = ended.sessions === 1 ? '1 session' : `${ended.sessions} sessions`;
        context.out.done(`${count} ended`, ended);
      }),
    );
  withExamples(
    end,
    'perkmint users end-sessions ada@shop.example',
    'perkmint users end-sessions --all --yes',
  );
}

function addPasswords(noun: Command, action: Action): void {
  const setPassword = noun
    .command('set-password <email>')
    .description("Set a user's password and sign them out everywhere");
  withPassword(setPassword).action(
    action<SecretOptions>(async (context, email = '') => {
      const ctx = await context.ctx();
      const given = parseInput(Type.Object({ password: NewPassword }), {
        password: await readPassword(context, context.options),
      });
      await users.setPassword(ctx, email, given.password);
      context.out.done(`Password set for ${email}; all sessions have been signed out`, {
        email,
        changed: true,
      });
    }),
  );
  withExamples(
    setPassword,
    'perkmint users set-password ada@shop.example',
    'perkmint users set-password ada@shop.example --password-stdin < ./secret',
  );

  const link = noun
    .command('reset-link <email>')
    .description('Print a one-time password-reset link (valid for 1 hour)')
    .action(
      action(async (context, email = '') => {
        const url = await issueResetLinkAsAdmin(await context.ctx(), email);
        context.out.info('Send this one-time link (valid for 1 hour):');
        context.out.value(url, { email, link: url });
      }),
    );
  withExamples(
    link,
    'perkmint users reset-link ada@shop.example',
    'perkmint users reset-link ada@shop.example --json',
  );
}
