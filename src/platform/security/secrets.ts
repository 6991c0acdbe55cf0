import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../crypto.ts';
import { OWNER_ONLY_DIR, OWNER_ONLY_FILE } from '../runtime/files.ts';
import { generateWebhookSecret } from './signatures.ts';

const SECRET_BYTES = 32;

/** The installation's keys, generated on the first start and stored in `<DATA_DIR>/secrets.json` (0600). */
export interface Secrets {
  jwtSecret: string;
  /** AES-256 key for data that must be read back: platform tokens, webhook secrets. */
  encryptionKey: string;
  /** Signing secret of verification providers; VERIFICATION_WEBHOOK_SECRET overrides it. */
  verificationWebhookSecret: string;
  /** Signing secret of the operator's own payment system; BILLING_WEBHOOK_SECRET overrides it. */
  billingWebhookSecret: string;
}

/** Reads the secrets file; creates it atomically (temporary file, fsync, rename) if needed. */
export function loadSecrets(dataDir: string, random: Random): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_DIR });
  const file = join(dataDir, 'secrets.json');
  const known: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const fresh = () => Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
  const secrets: Secrets = {
    jwtSecret: known.jwtSecret ?? fresh(),
    encryptionKey: known.encryptionKey ?? fresh(),
    verificationWebhookSecret: known.verificationWebhookSecret ?? generateWebhookSecret(random),
    billingWebhookSecret: known.billingWebhookSecret ?? generateWebhookSecret(random),
  };
  const isComplete = Object.keys(secrets).every(name => known[name as keyof Secrets]);
  if (!isComplete) writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

function writeAtomically(file: string, text: string): void {
  const temporary = `${file}.new`;
  const descriptor = openSync(temporary, 'w', OWNER_ONLY_FILE);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, file);
}
