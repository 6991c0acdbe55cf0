/** Where the name of the business that a perk is from is kept: perks do not carry it. */
export function perkBusinessKey(perkId: string): string {
  return `shop of ${perkId}`;
}
