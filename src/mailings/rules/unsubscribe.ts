import { areSecretsEqual, hmacSha256 } from '../../platform/crypto.ts';
import { isMailKind, type MailKind } from '../kinds-model.ts';

/** The path of the page behind an unsubscribe link. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
/** Longer than any token. */
const MAX_TOKEN_LENGTH = 300;

/** The choice that a link makes: this person wants no more mail of this kind. */
export interface Unsubscription {
  userId: string;
  kind: MailKind;
}

/** Creates the token of an unsubscribe link. It never expires, because a mail may be read years later. */
export function createToken(key: string, { userId, kind }: Unsubscription): string {
  const payload = Buffer.from(`${userId} ${kind}`).toString('base64url');
  return `${payload}.${hmacSha256(key, payload)}`;
}

/** Returns the choice in a token; undefined unless this installation signed it. */
export function readToken(key: string, token: string): Unsubscription | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const [payload = '', signature = ''] = token.split('.', 2);
  if (!areSecretsEqual(signature, hmacSha256(key, payload))) return undefined;
  const [userId = '', kind = ''] = Buffer.from(payload, 'base64url').toString().split(' ');
  return isMailKind(kind) ? { userId, kind } : undefined;
}
