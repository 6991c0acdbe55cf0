import { openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { requireByIdOrEmail } from '../../src/auth/service/users.ts';
import { encodePathSegment } from '../../src/describe/operation-calls.ts';
import { OWNER_ONLY_FILE } from '../../src/platform/runtime/files.ts';
import { eraseUser } from '../../src/privacy/service/erase.ts';
import { exportUser } from '../../src/privacy/service/export.ts';
import { recordAction } from '../../src/system/service/audit-log.ts';
import { type RemoteOptions, requestOperation, withServer } from '../api/client.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { Failure } from '../errors.ts';
import { recordsOf } from '../record-commands.ts';

const OUT_HELP = 'output file, which must not exist';

/** Adds the commands for the rights of a person with an account. */
export function addUserData(noun: Command, action: Action): void {
  addExport(noun, action);
  addErasure(noun, action);
}

function addExport(noun: Command, action: Action): void {
  const command = noun
    .command('export <user>')
    .description(
      "Write everything that is stored about a user to a ZIP file: by the user's ID or email address",
    )
    .requiredOption('--out <file>', OUT_HELP)
    .action(
      action<{ out: string }>(async (context, given = '') => {
        const ctx = await context.ctx();
        const user = await requireByIdOrEmail(ctx, given);
        await recordAction(ctx);
        await save(context, user.id, (await exportUser(ctx, user)).zip);
      }),
    );
  withExamples(
    command,
    'perkmint users export ada@people.example --out ada.zip',
    'perkmint users export usr_01… --out ada.zip --json',
  );
}

function addErasure(noun: Command, action: Action): void {
  const command = noun
    .command('erase <user>')
    .description("Delete a user's account and personal data, without undo; amounts and statistics stay")
    .action(
      action(async (context, given = '') => {
        const ctx = await context.ctx();
        const user = await requireByIdOrEmail(ctx, given);
        await context.confirm(`Erase the account ${user.id} and all personal data of its user?`);
        const erased = await eraseUser(ctx, user);
        context.out.done(`${user.id} was erased`, erased);
      }),
    );
  withExamples(
    command,
    'perkmint users erase ada@people.example',
    'perkmint users erase usr_01… --yes --json',
  );
}

/** Adds the commands for the rights of a person whom a business knows, with or without an account. */
export function addMemberData(noun: Command, action: Action): void {
  const exporting = noun
    .command('export <program> <member>')
    .description('Write everything that the business keeps of a member to a ZIP file')
    .requiredOption('--out <file>', OUT_HELP)
    .action(
      action<RemoteOptions & { out: string }>(async (context, program = '', member = '') => {
        const path = `/programs/${encodePathSegment('program', program)}/members/${encodePathSegment('member', member)}`;
        const { body } = await requestOperation(context, 'GET', `${path}/export`);
        await save(context, member, body as ReadableStream<Uint8Array>);
      }),
    );
  withServer(exporting);
  withExamples(
    exporting,
    'perkmint members export prg_01… till-4711 --out till-4711.zip',
    'perkmint members export prg_01… usr_01… --out member.zip --json',
  );
  recordsOf(
    noun,
    action,
  )<{ memberId: string }>({
    usage: 'erase <program> <member>',
    about:
      "Erase a member's personal data in all programs of the business, without undo; amounts and statistics stay",
    call: 'DELETE /programs/:program/members/:member',
    confirm: ({ member }) => `Erase all personal data of the member ${member}?`,
    done: ({ memberId }, { member }) => `${member} was erased, and is now ${memberId}`,
    examples: [
      'perkmint members erase prg_01… till-4711',
      'perkmint members erase prg_01… till-4711 --yes --json',
    ],
  });
}

/** Writes an export to the file of --out and says so. */
async function save(
  { options, out }: CommandContext<{ out: string }>,
  id: string,
  zip: ReadableStream<Uint8Array>,
): Promise<void> {
  const file = resolve(options.out);
  const bytes = await writeTo(file, zip);
  out.done(`Data of ${id} written to ${file}`, { id, file, bytes });
}

/** Writes a stream to a new file that only its owner can read. @returns its size */
async function writeTo(file: string, content: ReadableStream<Uint8Array>): Promise<number> {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', OWNER_ONLY_FILE);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw new Failure(5, 'CONFLICT', `${file} already exists`);
  }
  let bytes = 0;
  for await (const chunk of content) bytes += writeSync(descriptor, chunk);
  return bytes;
}
