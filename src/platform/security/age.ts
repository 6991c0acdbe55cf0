/** Loaded when it is used: its curves take a part of the start of every command. */
const loadAge = () => import('age-encryption');

/** Keys of the file format age (https://age-encryption.org/v1). */
export interface AgeKeys {
  /** Public keys: files are encrypted for all of them. */
  recipients: string[];
  /** Private keys, which decrypt; empty if only the owner has them. */
  identities: string[];
}

const RECIPIENT = /^age1[0-9a-z]{50,}$/;
const IDENTITY = /^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]{50,}$/;

/** Parses the text of a key file: a key per line, and comments that begin with #. @throws Error that continues "NAME …" */
export function parseAgeKeys(text: string): AgeKeys {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
  const keys = {
    recipients: lines.filter(line => RECIPIENT.test(line)),
    identities: lines.filter(line => IDENTITY.test(line)),
  };
  if (lines.length === 0 || keys.recipients.length + keys.identities.length < lines.length)
    throw new Error('must contain age keys, one per line: age1… or AGE-SECRET-KEY-1…');
  return keys;
}

/** Generates a key pair. @returns the text of a key file as `age-keygen` writes it, and its public key */
export async function generateAgeKey(now: string): Promise<{ text: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  return { text: `# created: ${now}\n# public key: ${recipient}\n${identity}\n`, recipient };
}

export async function encryptStream(
  source: ReadableStream<Uint8Array>,
  { recipients, identities }: AgeKeys,
): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter, identityToRecipient } = await loadAge();
  const encrypter = new Encrypter();
  const own = await Promise.all(identities.map(identity => identityToRecipient(identity)));
  for (const recipient of new Set([...recipients, ...own])) encrypter.addRecipient(recipient);
  return encrypter.encrypt(source);
}

/** Decrypts a stream, which fails at the first part that was changed, and at its end if it is incomplete. @throws Error */
export async function decryptStream(
  source: ReadableStream<Uint8Array>,
  { identities }: AgeKeys,
): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter.decrypt(source);
}
