import { plural } from '../text.ts';

/** Policy warnings of a campaign. */
export const messages = {
  warnings: 'Warnings',
  notes: (count: number) => plural(count, { one: '# policy note', other: '# policy notes' }),
  /** Follows the title and publisher of a source. */
  checkedOn: (date: string) => `Rule checked on ${date}`,
  chooseInstead: (name: string) => `Choose “${name}” instead`,
};
export type Messages = typeof messages;
