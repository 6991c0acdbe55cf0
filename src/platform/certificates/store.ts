import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Failures } from '../failures.ts';
import { replaceFile } from '../runtime/files.ts';

/** A certificate with its private key and the certificates of its issuers. */
export interface Certificate {
  /** All of them as PEM, the key first. */
  pem: string;
  names: string[];
  startsAtMs: number;
  endsAtMs: number;
}

/** The state beside the certificate. */
interface CertificateState {
  /** The certificate authority that issued the certificate; null before the first one. */
  directory: string | null;
  failure: Failures | null;
  /** The domain that was chosen on the pages, instead of the setting. */
  chosen?: string;
}

const FIRST_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/;

/** Returns the stored certificate; undefined without one, or for a file that cannot be read. */
export function readCertificate(dataDir: string): Certificate | undefined {
  const pem = readText(dataDir, 'server.pem');
  if (pem === undefined) return undefined;
  try {
    return parseCertificate(pem);
  } catch {
    return undefined;
  }
}

/** @throws Error for a text that is no certificate */
export function parseCertificate(pem: string): Certificate {
  const {
    subjectAltName = '',
    validFrom,
    validTo,
  } = new X509Certificate(FIRST_CERTIFICATE.exec(pem)?.[0] ?? '');
  const names = [...subjectAltName.matchAll(/DNS:([^,\s]+)/g)].map(([, name]) => name as string);
  return { pem, names, startsAtMs: Date.parse(validFrom), endsAtMs: Date.parse(validTo) };
}

export function writeCertificate(dataDir: string, pem: string): void {
  replaceFile(getPath(dataDir, 'server.pem'), pem);
}

export function deleteCertificate(dataDir: string): void {
  rmSync(getPath(dataDir, 'server.pem'), { force: true });
}

/** Returns the state; that of a first start without a file, or for one that cannot be read. */
export function readCertificateState(dataDir: string): CertificateState {
  try {
    return JSON.parse(readText(dataDir, 'state.json') ?? '');
  } catch {
    return { directory: null, failure: null };
  }
}

export function writeCertificateState(dataDir: string, state: CertificateState): void {
  replaceFile(getPath(dataDir, 'state.json'), `${JSON.stringify(state, null, 2)}\n`);
}

/** Returns the key of the account at the certificate authority; `create` makes it the first time. */
export async function getAccountKey(dataDir: string, create: () => Promise<string>): Promise<string> {
  const stored = readText(dataDir, 'account.pem');
  if (stored !== undefined) return stored;
  const key = await create();
  replaceFile(getPath(dataDir, 'account.pem'), key);
  return key;
}

function readText(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(getPath(dataDir, name), 'utf8');
  } catch {
    return undefined;
  }
}

const getPath = (dataDir: string, name: string) => join(dataDir, 'certificates', name);
