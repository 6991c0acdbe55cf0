/** Where the name of the business that a perk is from is kept: perks do not carry it. */
export function shopOf(perkId: string): string {
  return `shop of ${perkId}`;
}
