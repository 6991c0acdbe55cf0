const LANGUAGE = navigator.language;
const money = new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: 'USD' });
const roundMoney = new Intl.NumberFormat(LANGUAGE, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const plain = new Intl.NumberFormat(LANGUAGE);
const day = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
const minute = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const distance = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });
const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const RELATIVE_UP_TO_DAYS = 7;

/** Dollars as the wire has them, e.g. 5 → $5.00; a dash for none. */
export function formatMoney(dollars: number | null | undefined): string {
  return dollars === null || dollars === undefined ? '–' : money.format(dollars);
}

/** As formatMoney, without cents: for charts and large sums. */
export function formatRoundMoney(dollars: number): string {
  return roundMoney.format(dollars);
}

export function formatNumber(value: number): string {
  return plain.format(value);
}

/** A share between 0 and 1, e.g. 0.254 → 25 %. */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** A day of an ISO time, in the zone of whoever looks. */
export function formatDay(iso: string | null): string {
  return iso === null ? '–' : day.format(new Date(iso));
}

export function formatTime(iso: string | null): string {
  return iso === null ? '–' : minute.format(new Date(iso));
}

/** How long ago or how soon, in words; the day itself past a week. */
export function formatDistance(iso: string | null, nowMs: number = Date.now()): string {
  if (iso === null) return '–';
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  if (Math.abs(seconds) > RELATIVE_UP_TO_DAYS * 86_400) return formatDay(iso);
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return distance.format(Math.trunc(seconds / size), unit);
  return distance.format(0, 'second');
}

/** What a campaign gives, e.g. $5.00 or 10 % up to $20.00. */
export function formatReward(reward: { type: string; value: number; maxAmount?: number | null }): string {
  if (reward.type === 'fixed') return formatMoney(reward.value);
  const cap = reward.maxAmount ? ` up to ${formatMoney(reward.maxAmount)}` : '';
  return `${formatNumber(reward.value)} %${cap}`;
}

/** Names that are not written as words are. */
const PROPER: Record<string, string> = Object.fromEntries(
  ['Instagram', 'Facebook', 'Google', 'YouTube', 'TikTok', 'X', 'LinkedIn', 'Reddit', 'Pinterest', 'Twitch']
    .concat(['Discord', 'WhatsApp', 'Snapchat', 'Yelp', 'Tripadvisor', 'Trustpilot'])
    .map(name => [name.toLowerCase(), name]),
);

/** `tiktok_video` as people write it: TikTok video. */
export function formatWord(slug: string): string {
  const text = slug
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const proper = text.replaceAll(/\w+/g, word => PROPER[word] ?? word);
  return proper.charAt(0).toUpperCase() + proper.slice(1);
}
