import { readFileSync } from 'node:fs';
import { UsageError } from './failures.ts';
import type { Session } from './session.ts';

export interface KeyOptions {
  apiKeyFile?: string;
}

/**
 * The first line of a file that holds a secret: a password, an API key or the secret of a webhook. As an argument
 * every process of the machine could read it.
 * @throws UsageError when the file cannot be read or its first line is empty
 */
export function readSecretFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
  const secret = firstLine(text);
  if (secret.trim() === '') throw new UsageError(`The first line of ${file} is empty`);
  return secret;
}

export function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** The API key from --api-key-file or PERKMINT_API_KEY; undefined where none was given. @throws UsageError */
export function findApiKey({ io, options }: Session<KeyOptions>): string | undefined {
  const given = options.apiKeyFile ? readSecretFile(options.apiKeyFile) : io.env.PERKMINT_API_KEY;
  return given?.trim() || undefined;
}

/** @throws UsageError where no API key was given */
export function requireApiKey(session: Session<KeyOptions>): string {
  const key = findApiKey(session);
  if (!key) throw new UsageError('Give the API key by PERKMINT_API_KEY or --api-key-file');
  return key;
}
