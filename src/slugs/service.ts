import type { AnyCtx, TxCtx } from '../context.ts';
import { AppError } from '../errors.ts';
import { nowIso } from '../platform/clock.ts';
import { randomText } from '../platform/crypto.ts';
import { appendToSlug, listNumberedSlugs, type SlugKind, toSlug } from '../platform/slug.ts';
import * as store from './store.ts';

/** Addresses that a record can have had. They keep leading to it, so they are never free again. */
const MAX_SLUGS_PER_RECORD = 20;
const RANDOM_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_LENGTH = 8;

/** Reserves a slug made from the record's name, in the transaction that creates the record. */
export async function reserveSlug(
  tx: TxCtx,
  kind: SlugKind,
  { id, name }: { id: string; name: string },
): Promise<string> {
  const createdAt = nowIso(tx.clock);
  const insert = (slug: string) => store.insertIfFree(tx.db, { kind, slug, recordId: id, createdAt });
  const slug = toSlug(kind, name);
  if (await insert(slug)) return slug;
  const numbered = listNumberedSlugs(slug);
  // They are assigned in order and never free again, so the last one shows whether all are taken.
  const isExhausted = (await store.find(tx.db, kind, numbered.at(-1) as string)) !== undefined;
  const random = appendToSlug(slug, randomText(tx.random, RANDOM_ALPHABET, RANDOM_LENGTH));
  for (const candidate of isExhausted ? [random] : [...numbered, random])
    if (await insert(candidate)) return candidate;
  throw new Error(`No slug is free for ${id}`);
}

/** Reserves a chosen slug; one that the record had before is its own. @throws CONFLICT, LIMIT_REACHED */
export async function reserveChosenSlug(
  tx: TxCtx,
  kind: SlugKind,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  const owner = await store.find(tx.db, kind, slug);
  if (owner?.recordId === id) return;
  const isReserved =
    !owner &&
    (await isBelowLimit(tx, id)) &&
    (await store.insertIfFree(tx.db, { kind, slug, recordId: id, createdAt: nowIso(tx.clock) }));
  if (!isReserved)
    throw new AppError('CONFLICT', `The address ${slug} is taken`, {
      details: [{ field: 'slug', issue: 'is taken', rule: 'unique' }],
    });
}

/** @throws LIMIT_REACHED */
async function isBelowLimit(tx: TxCtx, id: string): Promise<true> {
  if ((await store.countOfRecord(tx.db, id)) < MAX_SLUGS_PER_RECORD) return true;
  throw new AppError(
    'LIMIT_REACHED',
    `Limit of ${MAX_SLUGS_PER_RECORD} addresses reached. Use an earlier one.`,
  );
}

/** Returns the ID of the record that has or had this slug; undefined if none had it. */
export async function findRecordId(
  { db }: AnyCtx,
  kind: SlugKind,
  slug: string,
): Promise<string | undefined> {
  return (await store.find(db, kind, slug))?.recordId;
}
