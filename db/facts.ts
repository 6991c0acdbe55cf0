import type { Db } from './client.ts';
import { facts } from './schema/reference.ts';
import * as statements from './statements.ts';

/** Names of the facts about an installation, of which each has one value. */
export type FactName =
  /** Hash of the copy of the reference data in the database. */
  | 'seedHash'
  /** Hash of the rules that campaigns were last compared with. */
  | 'policyCheckedHash'
  /** The public address that was set in the database. */
  | 'publicUrl'
  /** The ID of the user who set the installation up. */
  | 'founder'
  /** The choice at set-up of who else can register. */
  | 'registration'
  /** Whether the list of releases is requested every day. */
  | 'updateCheck'
  /** The times of the last mails to the operators, by what they were about. */
  | 'healthMail'
  /** The times that the clock of the server has shown. */
  | 'clock'
  /** The fingerprints of the secrets that the latest node has started with. */
  | 'secretFingerprints'
  /** The keys that sign what outlives a change of the encryption key, encrypted. */
  | 'signingKeys';

const find = statements.findBy(facts, ['name']);
const save = statements.save(facts, ['name']);

export async function findFact(db: Db, name: FactName): Promise<string | undefined> {
  return (await find(db, name))?.value;
}

export async function saveFact(db: Db, name: FactName, value: string): Promise<void> {
  await save(db, { name, value });
}
