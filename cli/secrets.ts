import { readFileSync } from 'node:fs';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './errors.ts';

export interface KeyOptions {
  apiKeyFile?: string;
}

/**
 * An API key or the secret of a webhook: the first line of a file, without blanks around it. As an argument every
 * process of the machine could read it.
 * @throws UsageError when the file cannot be read or its first line is empty
 */
export function readSecretFile(file: string): string {
  return readPasswordFile(file).trim();
}

/** A password may begin or end with a blank. @throws UsageError as readSecretFile does */
export function readPasswordFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
  const line = firstLine(text);
  if (line.trim() === '') throw new UsageError(`The first line of ${file} is empty`);
  return line;
}

export function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** The API key from --api-key-file or PERKMINT_API_KEY; undefined where none was given. @throws UsageError */
export function findApiKey({ io, options }: CommandContext<KeyOptions>): string | undefined {
  if (options.apiKeyFile) return readSecretFile(options.apiKeyFile);
  return io.env.PERKMINT_API_KEY?.trim() || undefined;
}

/** @throws UsageError where no API key was given */
export function requireApiKey(session: CommandContext<KeyOptions>): string {
  const key = findApiKey(session);
  if (!key) throw new UsageError('Set PERKMINT_API_KEY or --api-key-file to your API key');
  return key;
}
