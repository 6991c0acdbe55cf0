export const CUSTOMERS = ['ada', 'bela', 'cleo', 'dan', 'eve', 'finn'] as const;

/** Calls the API at the current time of the demo and returns `data`. */
export type DemoCall = (
  who: DemoActor,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  // biome-ignore lint/suspicious/noExplicitAny: IDs are read from responses whose shape the API guarantees
) => Promise<any>;

/**
 * A caller in the demo; `bank` credits wallets. `barista` and `baristaAtStation` are the same person, signed in by PIN on
 * the shared device of each place; `manager` works at the station.
 */
export type DemoActor =
  | (typeof CUSTOMERS)[number]
  | 'owner'
  | 'manager'
  | 'barista'
  | 'baristaAtStation'
  | 'bank';

export interface DemoHost {
  call: DemoCall;
  /** User IDs of the customers. */
  ids: Record<(typeof CUSTOMERS)[number], string>;
  /** Sets the demo's clock to an hour of a day; the first day is 0. */
  moveTo(day: number, hour: number): void;
  onDay(done: number, total: number): Promise<void>;
}
