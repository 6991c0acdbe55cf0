import { readFileSync } from 'node:fs';
import type { Setting } from './setting.ts';

/** The source of a value, shown by `perkmint config`; `server` is the server that last used the data folder. */
export type Origin = 'flag' | 'environment' | 'file' | 'server' | 'default';

/** The text of a setting, and where it was found. */
export interface FoundText {
  text: string;
  origin: Origin;
  name: string;
}

export function findText(
  setting: Setting<unknown>,
  env: Record<string, string | undefined>,
  flags: Record<string, string | undefined>,
  problems: string[],
): FoundText | undefined {
  const flag = setting.flag && flags[setting.flag];
  if (flag) return { text: flag, origin: 'flag', name: `--${setting.flag}` };
  const text = env[setting.env];
  if (text) return { text, origin: 'environment', name: setting.env };
  const file = setting.secret && env[`${setting.env}_FILE`];
  if (!file) return undefined;
  try {
    return {
      text: readFileSync(file, 'utf8').replace(/\r?\n$/, ''),
      origin: 'file',
      name: `${setting.env}_FILE`,
    };
  } catch {
    problems.push(`${setting.env}_FILE cannot be read: ${file}`);
    return undefined;
  }
}
