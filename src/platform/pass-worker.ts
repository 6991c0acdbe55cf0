import { createPrivateKey } from 'node:crypto';
import { PKPass } from 'passkit-generator';
import type { PassParts } from './pass-files.ts';
import { serveJobs } from './runtime/worker-thread.ts';

/** Runs in the worker thread started by pass-files.ts. */
serveJobs((parts: PassParts) => {
  const { icons, certificate, wwdrCertificate, properties, type, fields, barcode, expiresAt } = parts;
  const signerKey = createPrivateKey(parts.privateKey).export({ type: 'pkcs1', format: 'pem' }) as string;
  const files = Object.entries(icons).map(([name, icon]) => [name, Buffer.from(icon)]);
  const certificates = { wwdr: wwdrCertificate, signerCert: certificate, signerKey };
  const pass = new PKPass(Object.fromEntries(files), certificates, properties);
  pass.type = type;
  pass.headerFields.push(...fields.headerFields);
  pass.primaryFields.push(...fields.primaryFields);
  pass.secondaryFields.push(...fields.secondaryFields);
  pass.backFields.push(...fields.backFields);
  if (barcode) pass.setBarcodes(barcode);
  if (expiresAt !== undefined) pass.setExpirationDate(new Date(expiresAt));
  return new Uint8Array(pass.getAsBuffer());
});
