import { Type } from '@sinclair/typebox';
import { type Command, Option } from 'commander';
import { NewPassword } from '../../src/auth/model.ts';
import * as keys from '../../src/auth/service/keys.ts';
import { createFirstAdmin, hasAdmin } from '../../src/auth/service/register.ts';
import { NewBusiness } from '../../src/businesses/model.ts';
import * as businesses from '../../src/businesses/service.ts';
import { CLI } from '../../src/context.ts';
import { AppError } from '../../src/errors.ts';
import { Email } from '../../src/platform/schema.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { readPassword } from '../secrets.ts';

const FIRST_KEY_NAME = 'first key';
const AdminEmail = Type.Object({ email: Email() });
const NewAdmin = Type.Object({ email: Email(), password: NewPassword });

interface InitOptions {
  adminEmail?: string;
  adminPasswordStdin?: boolean;
  adminPasswordFile?: string;
  business?: string;
  industry?: string;
}

export function initCommand(program: Command, action: Action): void {
  const command = program
    .command('init')
    .description('Create the first admin and, optionally, a business with an API key')
    .option('--admin-email <address>', "the admin's email address")
    .addOption(
      new Option('--admin-password-stdin', "read the admin's password from stdin").conflicts(
        'adminPasswordFile',
      ),
    )
    .option('--admin-password-file <file>', "read the admin's password from a file")
    .option('--business <name>', 'also create a business with this name and an API key for it')
    .option('--industry <industry>', 'industry of the business, e.g. cafe')
    .action(action<InitOptions>(init));
  withExamples(
    command,
    'perkmint init',
    'perkmint init --admin-email root@shop.example --admin-password-stdin --business "Blue Cup" < ./secret',
  );
}

async function init(context: CommandContext<InitOptions>): Promise<void> {
  const { industry, adminPasswordStdin, adminPasswordFile } = context.options;
  const ctx = (await context.openAndMigrate()).as(CLI, context.auditedAction());
  if (await hasAdmin(ctx)) {
    throw new AppError(
      'CONFLICT',
      'This installation already has an admin. Continue with users create, businesses create or keys create',
    );
  }
  const address = await promptFor(context, 'adminEmail', '--admin-email', 'Admin email: ');
  // Validate before the user types a password twice.
  const { email } = parseInput(AdminEmail, { email: address });
  const secret = { passwordStdin: adminPasswordStdin, passwordFile: adminPasswordFile };
  const password = await readPassword(context, secret, '--admin-password');
  const admin = parseInput(NewAdmin, { email, password });
  const name =
    context.options.business ??
    (await promptOptional(context, 'Name of the first business (leave empty to skip): '));
  // Validate before writing, so that an invalid name doesn't leave a partial installation.
  const business = name ? parseInput(NewBusiness, { name, industry }) : null;

  const user = await createFirstAdmin(ctx, admin.email, admin.password);
  const made = business ? await businesses.create(ctx, business) : null;
  const key = made ? await keys.create(ctx, { name: FIRST_KEY_NAME, businessId: made.id }) : null;
  context.out.record({
    admin: { id: user.id, email: user.email },
    ...(made ? { business: { id: made.id, name: made.name } } : {}),
    ...(key ? { apiKey: { id: key.id, key: key.key } } : {}),
  });
  if (key)
    context.out.info("Copy the key now; it won't be shown again. Use it as: Authorization: Bearer <key>");
}

async function promptFor(
  context: CommandContext<InitOptions>,
  option: 'adminEmail',
  flag: string,
  question: string,
): Promise<string> {
  const given = context.options[option];
  if (given) return given;
  if (!context.io.isInteractive) throw new UsageError(`${flag} is required: this session is not interactive`);
  return context.io.ask(question, false);
}

/** Prompts for an optional value, unless the command line already specifies the admin. */
async function promptOptional(
  { io, options }: CommandContext<InitOptions>,
  question: string,
): Promise<string> {
  return io.isInteractive && !options.adminEmail ? io.ask(question, false) : '';
}
