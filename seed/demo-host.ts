export const CUSTOMERS = ['ada', 'bela', 'cleo', 'dan', 'eve', 'finn'] as const;

/** The fields that the demo reads from responses. */
export interface DemoRecord {
  id: string;
  perk: { id: string };
  reward: { code: string } | null;
  key: string;
  referralCode: string;
  items: { id: string }[];
}

/** Calls the API at the current time of the demo and returns `data`. */
type DemoCall = (
  who: DemoActor,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<DemoRecord>;

/**
 * A caller in the demo; `bank` credits wallets, `shopSystem` sends webhooks, `agent` sends an API key. `barista` and
 * `baristaAtStation` are the same person, signed in by PIN on the shared device of each place; `manager` works at the station.
 */
export type DemoActor =
  | (typeof CUSTOMERS)[number]
  | 'owner'
  | 'manager'
  | 'barista'
  | 'baristaAtStation'
  | 'bank'
  | 'agent'
  | 'shopSystem';

export interface DemoHost {
  call: DemoCall;
  /** User IDs of the customers. */
  ids: Record<(typeof CUSTOMERS)[number], string>;
  /** The secret that the webhooks of the online shop are signed with. */
  shopSecret: string;
  /** Returns the time of an hour of a day, in milliseconds; the first day is 0. */
  timeOf(day: number, hour: number): number;
  /** Sets the demo's clock to an hour of a day. */
  moveTo(day: number, hour: number): void;
  onDay(done: number, total: number): Promise<void>;
}
