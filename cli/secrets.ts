import { readFileSync } from 'node:fs';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './errors.ts';

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
