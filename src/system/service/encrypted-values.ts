import { findFact, saveFact } from '../../../db/facts.ts';
import { totpSecrets } from '../../../db/schema/auth.ts';
import { connections, oauthFlows } from '../../../db/schema/connections.ts';
import { idempotencyKeys } from '../../../db/schema/idempotency.ts';
import { integrations } from '../../../db/schema/integrations.ts';
import { urgentMails } from '../../../db/schema/mailings.ts';
import { proposals } from '../../../db/schema/mandates.ts';
import { passIssuers } from '../../../db/schema/passes.ts';
import { webhooks } from '../../../db/schema/webhooks.ts';
import { toTotpOwner } from '../../auth/service/second-factor.ts';
import { type AnyCtx, atomically, type Ctx, createCtx, SCHEDULER } from '../../context.ts';
import { toIssuerOwner } from '../../passes/service/issuers.ts';
import type { Vault } from '../../platform/crypto.ts';
import * as store from '../encrypted-store.ts';
import { SIGNING_KEYS_OWNER } from './prepare-secrets.ts';

/** Texts read, or encrypted again, at a time; requests run between. */
const BATCH_SIZE = 200;

interface EncryptedColumn extends store.EncryptedColumn {
  /** Returns the record that a text is bound to, from the primary key of its row; without it, texts are bound to none. */
  owner?: (...key: string[]) => string;
}

/** The table of the signing keys. */
const SIGNING_KEYS_TABLE = 'facts';

const itself = (id: string) => id;

/** All columns with encrypted texts. A test compares them with the callers of `seal`. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { column: webhooks.secret, key: [webhooks.id] },
  { column: webhooks.previousSecret, key: [webhooks.id] },
  { column: integrations.secret, key: [integrations.id], owner: itself },
  { column: totpSecrets.secret, key: [totpSecrets.userId], owner: toTotpOwner },
  { column: connections.tokens, key: [connections.id], owner: itself },
  { column: oauthFlows.verifier, key: [oauthFlows.stateHash], owner: itself },
  {
    column: passIssuers.secret,
    key: [passIssuers.businessId, passIssuers.platform],
    owner: (businessId, platform) => toIssuerOwner({ businessId, platform }),
  },
  { column: proposals.content, key: [proposals.id], owner: itself },
  { column: urgentMails.content, key: [urgentMails.id], owner: itself },
  { column: idempotencyKeys.body, key: [idempotencyKeys.caller, idempotencyKeys.key] },
];

/** The names of the columns with encrypted texts, each with its table. */
export const ENCRYPTED_COLUMN_NAMES = ENCRYPTED_COLUMNS.map(
  each => `${store.getTable(each)}.${each.column.name}`,
);

/** How many texts of a table are encrypted, and how. */
export interface EncryptedTable {
  table: string;
  values: number;
  /** Encrypted with an earlier key. */
  earlier: number;
  /** Encrypted with none of the keys, or damaged. */
  unreadable: number;
}

/** Counts the encrypted texts of an installation and of the test data of its businesses by table. Changes nothing. */
export async function countEncrypted(ctx: Ctx): Promise<EncryptedTable[]> {
  const tables = new Map<string, EncryptedTable>();
  const count = (table: string, renewed: string | null | undefined) => {
    const total = tables.get(table) ?? { table, values: 0, earlier: 0, unreadable: 0 };
    tables.set(table, total);
    total.values += 1;
    if (renewed === undefined) total.unreadable += 1;
    else if (renewed !== null) total.earlier += 1;
  };
  await forEachDatabase(ctx, ({ db, vault }, column) =>
    inBatches(async range => {
      const texts = await store.listEncrypted(db, column, range);
      for (const text of texts) count(store.getTable(column), renew(vault, column, text));
      return texts;
    }),
  );
  const signingKeys = await findFact(ctx.db, 'signingKeys');
  if (signingKeys !== undefined) count(SIGNING_KEYS_TABLE, renewSigningKeys(ctx, signingKeys));
  return [...tables.values()];
}

/**
 * Encrypts all texts of an earlier key with the newest one, in batches, while servers with the same keys are running. Texts
 * that no key decrypts stay. Can be interrupted and repeated: the signing keys, by which a server recognizes a missing key,
 * come last, and only when nothing else has an earlier key.
 * @param onProgress called with the number of texts encrypted again
 * @returns that number
 */
export async function reencrypt(
  ctx: Ctx,
  onProgress: (count: number) => void | Promise<void> = () => {},
): Promise<number> {
  let done = 0;
  await forEachDatabase(ctx, (each, column) =>
    inBatches(async range => {
      // In the transaction that replaces them, so that a change in between is neither lost nor missed.
      const texts = await atomically(each, async ({ db, vault }) => {
        const found = await store.listEncrypted(db, column, range);
        for (const text of found) {
          const sealed = renew(vault, column, text);
          if (sealed) await store.replaceEncrypted(db, column, { ...text, sealed });
          if (sealed) done += 1;
        }
        return found;
      });
      await onProgress(done);
      return texts;
    }),
  );
  if ((await countEncrypted(ctx)).some(({ table, earlier }) => earlier > 0 && table !== SIGNING_KEYS_TABLE))
    return done;
  return await atomically(ctx, async tx => {
    const signingKeys = await findFact(tx.db, 'signingKeys');
    const sealed = signingKeys && renewSigningKeys(tx, signingKeys);
    if (!sealed) return done;
    await saveFact(tx.db, 'signingKeys', sealed);
    return done + 1;
  });
}

/** Visits the encrypted columns of the installation, then those of each business's test data. */
async function forEachDatabase(
  ctx: Ctx,
  visit: (each: Ctx, column: EncryptedColumn) => Promise<void>,
): Promise<void> {
  for (const column of ENCRYPTED_COLUMNS) await visit(ctx, column);
  await ctx.testEnvironments.forEach(async services => {
    for (const column of ENCRYPTED_COLUMNS) await visit(createCtx(services, SCHEDULER, null), column);
  });
}

async function inBatches(
  handle: (range: store.Range) => Promise<readonly store.EncryptedText[]>,
): Promise<void> {
  let after: readonly string[] | undefined;
  do {
    const texts = await handle({ after, limit: BATCH_SIZE });
    after = texts.length === BATCH_SIZE ? texts.at(-1)?.key : undefined;
  } while (after);
}

/** Returns the text encrypted with the newest key; null if it already is, undefined if no key decrypts it. */
function renew(
  vault: Vault,
  { owner = () => '' }: EncryptedColumn,
  { key, sealed }: store.EncryptedText,
): string | null | undefined {
  return tryReseal(vault, sealed, owner(...key));
}

function renewSigningKeys({ vault }: AnyCtx, sealed: string): string | null | undefined {
  return tryReseal(vault, sealed, SIGNING_KEYS_OWNER);
}

function tryReseal(vault: Vault, sealed: string, owner: string): string | null | undefined {
  try {
    return vault.reseal(sealed, owner) ?? null;
  } catch {
    return undefined;
  }
}
