import { openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { requireByIdOrEmail } from '../../src/auth/service/users.ts';
import { OWNER_ONLY_FILE } from '../../src/platform/runtime/files.ts';
import { eraseUser } from '../../src/privacy/service/erase.ts';
import { exportUser } from '../../src/privacy/service/export.ts';
import { type Action, withExamples } from '../command.ts';
import { Failure } from '../errors.ts';

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
    .requiredOption('--out <file>', 'output file, which must not exist')
    .action(
      action<{ out: string }>(async (context, given = '') => {
        const ctx = await context.ctx();
        const user = await requireByIdOrEmail(ctx, given);
        const file = resolve(context.options.out);
        const { zip } = await exportUser(ctx, user);
        const bytes = await writeTo(file, zip);
        context.out.done(`Data of ${user.id} written to ${file}`, { id: user.id, file, bytes });
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
