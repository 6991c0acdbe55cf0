import { version } from '@zxcvbn-ts/language-common/package.json';
import passwords from '@zxcvbn-ts/language-common/src/passwords.json';
import { MIN_PASSWORD_LENGTH } from '../../src/auth/model.ts';

/**
 * Returns the text of src/auth/common-passwords.txt, which `bun run passwords` writes: those passwords of the zxcvbn-ts
 * list that meet our minimum length. The program ships these lines instead of the whole package.
 */
export function commonPasswordsText(): string {
  const long = passwords.map(password => password.toLowerCase()).filter(isLongEnough);
  const sorted = [...new Set(long)].sort();
  return [`@zxcvbn-ts/language-common ${version} (MIT), by \`bun run passwords\``, ...sorted, ''].join('\n');
}

function isLongEnough(password: string): boolean {
  return password.length >= MIN_PASSWORD_LENGTH;
}

if (import.meta.main) process.stdout.write(commonPasswordsText());
