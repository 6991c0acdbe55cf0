import { generateKeyPairSync } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The public key of the service account in tests. */
export const SERVICE_ACCOUNT_PUBLIC_KEY = publicKey;

export const ISSUER_ID = '3388000000012345678';
export const CLIENT_EMAIL = 'passes@blue-cup.iam.gserviceaccount.com';

/** A key file as Google's console creates it, with a key of this test run. */
export const SERVICE_ACCOUNT_KEY = JSON.stringify({
  type: 'service_account',
  project_id: 'blue-cup',
  client_email: CLIENT_EMAIL,
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  token_uri: 'https://tokens.attacker.example/token',
});
