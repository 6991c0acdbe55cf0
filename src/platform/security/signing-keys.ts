import { hmacSha256 } from '../crypto.ts';

/** Names of what each key signs or hashes; they are part of the derivation and never change. */
const PURPOSES = {
  memberCards: 'perkmint member cards',
  loginCodes: 'perkmint sign-in codes',
  recoveryCodes: 'perkmint recovery codes',
  unsubscribe: 'perkmint unsubscribe links',
  pins: 'perkmint pin',
  appClients: 'perkmint app clients',
  installation: 'perkmint installation',
};

/** The keys of an installation for what outlives a change of the encryption key, such as printed cards and PINs. */
export type SigningKeys = Record<keyof typeof PURPOSES, string>;

export function deriveSigningKeys(secret: string): SigningKeys {
  const keys = Object.entries(PURPOSES).map(([name, purpose]) => [name, hmacSha256(secret, purpose)]);
  return Object.fromEntries(keys) as SigningKeys;
}
