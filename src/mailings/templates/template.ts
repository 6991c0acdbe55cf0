import type { Letter } from '../rules/document.ts';

/** Writes amounts and times for the recipient. */
export interface Formats {
  /** Name of the shop that the mail is from. */
  shop: string;
  /** @param amount in major units, such as dollars */
  money(amount: number): string;
  /** @param time in ISO 8601 */
  date(time: string): string;
}

/** The texts of one kind of mail. Each kind has a file of its own, so that texts can be translated. */
export interface Template<D> {
  /** Values for previews. `time` is in ISO 8601. */
  sample(time: string): D;
  write(data: D, formats: Formats): Letter;
}
