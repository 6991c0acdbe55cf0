import { type Command, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './errors.ts';
import { readInputText, toInputText } from './input.ts';

export interface KeyOptions {
  apiKeyFile?: string;
}

/**
 * Reads an API key or webhook secret: the first line of a file, trimmed. There is no option with the secret itself, which
 * other processes could read.
 * @throws UsageError when the file cannot be read or its first line is empty
 */
export function readSecretFile(file: string): string {
  return readPasswordFile(file).trim();
}

/** Reads a password, which may begin or end with a space. @throws UsageError like readSecretFile */
function readPasswordFile(file: string): string {
  const line = firstLine(readInputText(file));
  if (line.trim() === '') throw new UsageError(`The first line of ${file} is empty`);
  return line;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** How often a user at a terminal may mistype the confirmation of a password. */
const MAX_PASSWORD_ATTEMPTS = 3;

export interface SecretOptions {
  passwordStdin?: boolean;
  passwordFile?: string;
}

/** Adds the options for passwords. There is no option with the password itself, which other processes could read. */
export function withPassword(command: Command): Command {
  return command
    .addOption(new Option('--password-stdin', 'read the password from stdin').conflicts('passwordFile'))
    .option('--password-file <file>', 'read the password from a file');
}

/** Reads the password from stdin, a file, or twice from the terminal. @throws UsageError */
export async function readPassword(
  { io }: CommandContext,
  { passwordStdin, passwordFile }: SecretOptions,
  flag = '--password',
): Promise<string> {
  if (passwordStdin) return firstLine(toInputText(await io.readInput(), 'The input'));
  if (passwordFile) return readPasswordFile(passwordFile);
  if (!io.isInteractive) throw new UsageError(`Pass the password with ${flag}-stdin or ${flag}-file`);
  for (let attempt = 1; attempt <= MAX_PASSWORD_ATTEMPTS; attempt += 1) {
    const password = await io.ask('Password (10 to 200 characters): ', true);
    if ((await io.ask('Confirm password: ', true)) === password) return password;
    io.err('The passwords do not match\n');
  }
  throw new UsageError(`No password was confirmed in ${MAX_PASSWORD_ATTEMPTS} attempts`);
}

/** Returns the API key from --api-key-file or PERKMINT_API_KEY, if any. @throws UsageError */
export function findApiKey({ io, options }: CommandContext<KeyOptions>): string | undefined {
  if (options.apiKeyFile) return readSecretFile(options.apiKeyFile);
  return io.env.PERKMINT_API_KEY?.trim() || undefined;
}

/** @throws UsageError without an API key */
export function requireApiKey(context: CommandContext<KeyOptions>): string {
  const key = findApiKey(context);
  if (!key) throw new UsageError('Set PERKMINT_API_KEY or --api-key-file to your API key');
  return key;
}
