const pluralRules = new Intl.PluralRules('en');

/** Formats a count with its noun: "1 submission", "2 submissions". */
export function formatCount(count: number, noun: string): string {
  const isSingular = pluralRules.select(count) === 'one';
  return `${count.toLocaleString('en-US')} ${isSingular ? noun : `${noun}s`}`;
}
