import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/**
 * The keys by which rows belong to a person. `user`: their account; `email`: its addresses; `member`: the IDs of their
 * memberships; `contact`: the addresses and numbers that a business has of them; `reference`: what a business calls them
 * in its own records.
 */
export const KEYS = [
  'user',
  'email',
  'member',
  'contact',
  'reference',
  'submission',
  'reward',
  'upload',
  'ledgerAccount',
  'ledgerTransfer',
  'event',
] as const;
export type Key = (typeof KEYS)[number];

/** Replaces the link of a proof, which must remain a URL. */
export const ERASED_URL = 'https://erased.invalid/';

/**
 * What an erasure does to a column. `keep`: nothing, for the reason in `why`; `clear`: sets it to `to`; `unlink`: replaces
 * a text by which the person could be recognized with the ID of the row; `rename`: replaces a business's own reference
 * with the ID of the membership.
 */
type Erasing =
  | { do: 'clear'; to: string | number | null | readonly never[] | Readonly<Record<string, never>> }
  | { do: 'unlink' }
  | { do: 'rename' }
  | { do: 'keep'; why: string };

/** A column with personal data. */
interface PersonalColumn {
  /** The meaning for the person, in plain words. */
  holds: string;
  erasing: Erasing;
  /** Whether an export leaves it out, because it repeats other records. */
  isHidden?: boolean;
}

/** The personal data of a table. Each of its columns is in exactly one of `personal`, `facts` and `internal`. */
export interface TableData {
  table: SQLiteTable;
  /** The kind of person it is about; null for a table about no person. */
  of: string | null;
  /** The columns by which rows belong to a person, each with the key it holds. */
  rows: readonly (readonly [column: string, key: Key])[];
  /**
   * `delete`: an erasure deletes the rows; `cascade`: they are deleted with a row that they refer to; `keep`: their
   * personal columns are erased.
   */
  erasure: 'delete' | 'cascade' | 'keep';
  /** The name of the file in an export; null if the rows are not exported. */
  file: string | null;
  personal: Readonly<Record<string, PersonalColumn>>;
  /** Columns without personal data of their own that an export includes. */
  facts: readonly string[];
  /** Columns that an export leaves out: secrets, hashes and technical values. */
  internal: readonly string[];
}

interface Description {
  of: string;
  rows?: Partial<Record<string, Key>>;
  erasure?: TableData['erasure'];
  file?: string;
  personal?: Record<string, PersonalColumn>;
  /** Names of columns, separated by spaces. */
  facts?: string;
  internal?: string;
}

/** Describes a table that holds data of people. */
export function people(table: SQLiteTable, description: Description): TableData {
  const {
    of,
    rows = {},
    erasure = 'keep',
    file = null,
    personal = {},
    facts = '',
    internal = '',
  } = description;
  return {
    table,
    of,
    erasure,
    file,
    personal,
    rows: Object.entries(rows) as [string, Key][],
    facts: splitNames(facts),
    internal: splitNames(internal),
  };
}

/** Describes a table about no person. */
export function impersonal(table: SQLiteTable, internal: string): TableData {
  return {
    table,
    of: null,
    rows: [],
    erasure: 'keep',
    file: null,
    personal: {},
    facts: [],
    internal: splitNames(internal),
  };
}

function splitNames(names: string): string[] {
  return names.split(/\s+/).filter(name => name !== '');
}

/** A column that an erasure sets to a value, null by default. */
export function cleared(holds: string, to: Extract<Erasing, { do: 'clear' }>['to'] = null): PersonalColumn {
  return { holds, erasing: { do: 'clear', to } };
}

/** A column of a row that an erasure deletes. */
export function deleted(holds: string): PersonalColumn {
  return { holds, erasing: { do: 'keep', why: 'deleted with its row' } };
}

export function unlinked(holds: string): PersonalColumn {
  return { holds, erasing: { do: 'unlink' } };
}

export function renamed(holds: string): PersonalColumn {
  return { holds, erasing: { do: 'rename' } };
}

export function kept(holds: string, why: string): PersonalColumn {
  return { holds, erasing: { do: 'keep', why } };
}

/** An ID of an account remains: without the account, it leads to no person. */
export const account = (holds: string) =>
  kept(holds, 'an ID that leads to no person once the account is deleted');
