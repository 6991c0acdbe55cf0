import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyToSqlite } from '../../db/copy/copy.ts';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { UPLOADS } from '../../db/sqlite/full-backup.ts';
import { countUploadsInBucket } from '../../db/sqlite/inspect.ts';
import { backUpDatabase } from '../../db/sqlite/maintenance.ts';
import { dropOpenedFacts, extractShop } from '../../db/transfer/shop.ts';
import { dropTestData, summarizeTables, type TableSummary } from '../../db/transfer/tables.ts';
import { requireById } from '../../src/businesses/service.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import { resolveSecrets } from '../../src/config/secrets.ts';
import { CLI, type Ctx } from '../../src/context.ts';
import { nowIso } from '../../src/platform/clock.ts';
import { randomToken, systemRandom } from '../../src/platform/crypto.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { OWNER_ONLY_DIR } from '../../src/platform/runtime/files.ts';
import { removeLeftovers } from '../../src/platform/runtime/leftovers.ts';
import { CARRIED_SECRETS, writeStoredSecrets } from '../../src/platform/security/secrets.ts';
import { VERSION } from '../../src/platform/version.ts';
import { copyErasures } from '../../src/privacy/service/erasure-log.ts';
import { recordAction } from '../../src/system/service/audit-log.ts';
import {
  countEncrypted,
  ENCRYPTED_COLUMN_NAMES,
  reencrypt,
} from '../../src/system/service/encrypted-values.ts';
import { copyFiles } from '../../src/uploads/move.ts';
import type { CommandContext } from '../command-context.ts';
import { runCopy } from '../commands/db-copy.ts';
import { assertKeyFits } from '../doctor/secret-checks.ts';
import { withApp } from '../with-app.ts';
import { withCopy } from './open-copy.ts';

/** A temporary folder, with the ID of its process. */
const WORK_PREFIX = '.exporting-';
const WHOLE = 'whole.sqlite';

/** The parts of an export besides the database in its folder. */
export interface Taken {
  /** The data folder with the uploads. */
  dataDir: string;
  /** Null for the whole installation. */
  business: { id: string; name: string } | null;
  /** Sentences for the person who moves it. */
  notes: string[];
}

/** Runs work in a private folder of the data folder, and removes those of exports that were killed. */
export async function withWorkFolder(
  context: CommandContext,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const { dataDir } = context.config();
  removeLeftovers(dataDir, WORK_PREFIX);
  const folder = join(dataDir, `${WORK_PREFIX}${process.pid}`);
  mkdirSync(folder, { mode: OWNER_ONLY_DIR });
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the whole database of a stopped installation into a folder. */
export async function takeAll(context: CommandContext, folder: string): Promise<Taken> {
  const { dataDir } = context.config();
  const file = join(folder, DATABASE_FILE);
  // Before the copy, which then contains the entry of the audit log.
  await withInstallation(context, recordAction);
  await copyDatabase(context, file, { isOffline: true });
  dropTestData(file);
  // Opening the copy applies those that a restored database lacks.
  copyErasures(dataDir, folder);
  const inBucket = countUploadsInBucket(file);
  const notes = [
    'Do not start this installation again: what it stores from now on would be lost',
    ...(inBucket > 0
      ? [`In the S3 bucket, which the new machine needs too: ${formatCount(inBucket, 'upload')}`]
      : []),
  ];
  return { dataDir, business: null, notes };
}

/** Copies the rows and the uploads of one shop into a folder. @throws NOT_FOUND */
export async function takeShop(context: CommandContext, folder: string, id: string): Promise<Taken> {
  const [whole, uploads] = [join(folder, WHOLE), join(folder, UPLOADS)];
  return await withInstallation(context, async ctx => {
    const { name } = await requireById(ctx, id);
    await recordAction(ctx);
    await copyDatabase(context, whole, { isOffline: false });
    const at = { now: nowIso(context.clock), version: VERSION };
    const extracted = await extractShop(whole, join(folder, DATABASE_FILE), id, at);
    rmSync(whole);
    mkdirSync(uploads, { mode: OWNER_ONLY_DIR });
    await copyFiles(ctx, extracted.uploads, uploads);
    const missing = extracted.uploads.length - readdirSync(uploads).length;
    const notes = [
      'This installation goes on: end the campaigns of the shop here, revoke its keys and remove its webhooks, so that only one of the two is used',
      ...(extracted.openPerks > 0
        ? [
            `On the exchange of this installation, where people redeem them: ${formatCount(extracted.openPerks, 'perk')}`,
          ]
        : []),
      ...(extracted.hasMoney
        ? ['On the exchange of this installation is money in the wallet of the shop: pay it out here']
        : []),
      ...(missing > 0
        ? [`Not in the export, because their files are missing: ${formatCount(missing, 'upload')}`]
        : []),
    ];
    return { dataDir: folder, business: { id, name }, notes };
  });
}

/** Opens the installation for one piece of work. @throws OlderDatabaseError */
async function withInstallation<T>(context: CommandContext, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const config = context.config();
  if (!isSharedDatabase(config)) assertKeyFits(config);
  return await withApp(config, { clock: context.clock, upgrade: false }, app =>
    work(app.as(CLI, context.auditedAction())),
  );
}

async function copyDatabase(
  context: CommandContext,
  file: string,
  options: { isOffline: boolean },
): Promise<void> {
  const config = context.config();
  if (isSharedDatabase(config))
    await runCopy(context, copying => copyToSqlite(config.databaseUrl, file, { ...copying, ...options }));
  else backUpDatabase(context.databaseFile(), file);
}

/**
 * Encrypts the database in a folder with a key of the export alone, which is stored beside it, and verifies its totals.
 * @returns the tables
 */
export async function encryptForExport(
  context: CommandContext,
  folder: string,
  { business, notes }: Taken,
): Promise<TableSummary[]> {
  const secrets = resolveSecrets(context.config(), systemRandom);
  const key = randomToken(systemRandom);
  // Those of a shared installation are not the shop's.
  const names = business === null ? CARRIED_SECRETS : [];
  const carried = Object.fromEntries(names.map(name => [name, secrets[name][0]]));
  writeStoredSecrets(folder, { ...carried, encryptionKey: [key, ...secrets.encryptionKey] });
  await withCopy(context, { folder, named: business?.name ?? 'the database' }, async app => {
    const ctx = app.as(CLI);
    await reencrypt(ctx);
    for (const { table, unreadable } of await countEncrypted(ctx))
      if (unreadable > 0)
        notes.push(
          `No key decrypts ${formatCount(unreadable, 'value')} of ${table}: set them again after the move`,
        );
  });
  if (business !== null) dropOpenedFacts(join(folder, DATABASE_FILE));
  writeStoredSecrets(folder, { ...carried, encryptionKey: key });
  return await summarizeTables(join(folder, DATABASE_FILE), ENCRYPTED_COLUMN_NAMES);
}
