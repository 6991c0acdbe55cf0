import type { ServerProcess } from '../server-process.ts';
import { openRows, type Storage, type StoredRows } from '../stored-rows.ts';
import type { Traffic } from './requests.ts';

/** The values of the command line by the names of the options, 1 for one that is set without a value. */
export type Options = Record<string, number> & { kills: number; clients: number };

/** Servers with one database, and how they are made to fail. */
export interface Installation {
  servers: ServerProcess[];
  storage: Storage;
  /** The failures of a run, in their order. Each includes the restart of what it ends. */
  failures: (() => Promise<void>)[];
  /** Kills all servers at once, and waits until they listen again. */
  restart(): Promise<void>;
  /** Ends all processes. @param isKept whether the data remains */
  close(isKept: boolean): Promise<void>;
}

/** A run of a workload: the clients, and the responses that they received. */
export interface Run {
  installation: Installation;
  traffic: Traffic;
  /** The number of acknowledged actions, in the unit of the target. */
  progress(): number;
  /** Performs one action of a client. */
  act(client: number): Promise<void>;
  /** Compares what is stored with the responses while no request is in flight. @returns the differences */
  verify(stored: StoredRows): Promise<string[]>;
  /** Formats the counts. */
  summary(): string;
  /** Ends what the run started beside the servers. */
  close?(): Promise<void>;
}

export interface Workload {
  /** The options with their defaults. One with a boolean takes no value. */
  options: Record<string, number | boolean>;
  /** The option that limits the progress. */
  target: string;
  /** Whether `verify` also runs after each failure. */
  isVerifiedOften: boolean;
  /** Starts the servers, and creates what the clients need. */
  setup(options: Options): Promise<Run>;
}

/** Compares what is stored with the responses, and runs `perkmint db check`. @returns the differences */
export async function inspect({ installation, traffic, verify }: Run): Promise<string[]> {
  const stored = openRows(installation.storage);
  const problems = [...traffic.unexpected, ...(await verify(stored))];
  await stored.close();
  const check = await (installation.servers.at(-1) as ServerProcess).cli('db', 'check');
  if (!check.isClean) problems.push(`db check: ${check.out}`);
  return problems;
}

/** Returns a sentence for each count that is not 0. */
export function problemsOf(counts: Record<string, number>): string[] {
  return Object.entries(counts).flatMap(([rule, count]) => (count === 0 ? [] : [`${count} ${rule}`]));
}
