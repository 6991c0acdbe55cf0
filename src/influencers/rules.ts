import type { InfluencerRow } from '../../db/schema/influencers.ts';
import { AppError, invalid } from '../errors.ts';
import type { ReferenceLibrary } from '../library/library.ts';
import type { ReferenceData } from '../library/seed-model.ts';
import { DEFAULT_CURRENCY } from '../platform/currency-digits.ts';
import { toCentsOrZero } from '../platform/money.ts';
import type { Influencer, NewInfluencer, NewRate, SuggestedPrice } from './model.ts';

type Account = Influencer['platforms'][number];
type Tier = ReferenceData['pricing']['creatorTiers']['bands'][number];

const CENTS = 100;
const FORMULA =
  'low × (high ÷ low)^t, where t = ln(followers ÷ from) ÷ ln(below ÷ from) of the tier; low if the tier ' +
  'or its price has no upper bound';

/** Normalizes a handle for comparison: ignores case and a leading @. */
export function normalizeHandle(handle: string): string {
  return handle.replace(/^@+/, '').toLowerCase();
}

/** Converts the input to table columns. @throws VALIDATION_ERROR if an account is listed twice */
export function toColumns(input: NewInfluencer) {
  const platforms = input.platforms.map(account => ({
    ...account,
    platform: account.platform.toLowerCase(),
  }));
  const keys = platforms.map(({ platform, handle }) => `${platform}/${normalizeHandle(handle)}`);
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (repeated >= 0)
    throw invalid(`platforms.${repeated}.handle`, 'contains an account that is already listed', 'unique');
  const words = [input.name, input.email, ...platforms.map(({ handle }) => handle)];
  return {
    name: input.name,
    email: input.email,
    emailKey: input.email.toLowerCase(),
    platforms,
    rateCard: (input.rateCard ?? []).map(toRate),
    niches: input.niches ?? [],
    country: normalizeCountry(input.country),
    engagementRate: input.engagementRate ?? null,
    notes: input.notes || null,
    status: input.status ?? 'lead',
    searchText: words.join('\n').toLowerCase(),
  };
}

function toRate(
  { platform, format, price, currency = DEFAULT_CURRENCY, includes = [] }: NewRate,
  index: number,
) {
  toCentsOrZero(price, currency.toUpperCase(), `rateCard.${index}.price`);
  return { platform: platform.toLowerCase(), format, price, currency: currency.toUpperCase(), includes };
}

function normalizeCountry(country: string | null | undefined): string | null {
  if (!country) return null;
  return country.length === 2 ? country.toUpperCase() : country;
}

export function influencerExistsError(field: 'email' | 'platforms'): AppError {
  const what = field === 'email' ? 'this email address' : 'one of these accounts';
  return new AppError('INFLUENCER_EXISTS', `An influencer with ${what} is already listed`, {
    details: [{ field, issue: 'is already listed', rule: 'unique' }],
  });
}

/** Finds the tier for a number of followers; undefined below the lowest tier. */
function findTier(bands: readonly Tier[], followers: number): Tier | undefined {
  return bands.find(({ from, below }) => followers >= from && (below === null || followers < below));
}

/**
 * Suggests a price for one post: the published band of the account's tier, interpolated by the follower count within
 * the tier. Both scales are logarithmic, because tiers and prices grow by factors:
 * price = low × (high ÷ low)^t with t = ln(followers ÷ from) ÷ ln(below ÷ from).
 * Sources: seed/pricing.json, creatorRates of the platform (adquadrant-2022, imh-rates-2026, imh-tiktok-2026)
 * and creatorTiers.
 */
function suggestPrice(library: ReferenceLibrary, { platform, handle, followers }: Account): SuggestedPrice {
  const { platforms, creatorTiers, currency } = library.data.pricing;
  const place = library.match({ platform, actionType: 'content' }).ruledBy;
  const rates = place ? platforms[place]?.creatorRates : null;
  const tier = findTier(creatorTiers.bands, followers);
  const rate = tier && rates?.[tier.id];
  const low = rate?.low ?? null;
  const high = rate?.high ?? null;
  const missing = explainMissingRate(platform, { hasRates: Boolean(rates), tier, hasRate: low !== null });
  return {
    platform,
    handle,
    followers,
    tier: tier?.id ?? null,
    tierRange: tier ? { from: tier.from, below: tier.below } : null,
    low,
    typical:
      low === null || !tier ? null : interpolatePrice(low, high, calculateTierPosition(tier, followers)),
    high,
    currency,
    formula: FORMULA,
    note: missing ?? rate?.note ?? null,
    source: rate ? library.cite(rate.source) : null,
  };
}

function explainMissingRate(
  platform: string,
  { hasRates, tier, hasRate }: { hasRates: boolean; tier: Tier | undefined; hasRate: boolean },
): string | null {
  if (!hasRates) return `No published creator rate was found for ${platform}`;
  if (!tier) return 'Published creator rates start at 1,000 followers';
  return hasRate ? null : `No published rate was found for ${tier.id} creators on ${platform}`;
}

/** Returns the position of a follower count within its tier, from 0 to 1 on a logarithmic scale. */
function calculateTierPosition({ from, below }: Tier, followers: number): number {
  return below === null ? 0 : Math.log(followers / from) / Math.log(below / from);
}

function interpolatePrice(low: number, high: number | null, position: number): number {
  const price = high === null || low === 0 ? low : low * (high / low) ** position;
  return Math.round(price * CENTS) / CENTS;
}

export function toInfluencer(library: ReferenceLibrary, row: InfluencerRow): Influencer {
  const { emailKey, searchText, ...shown } = row;
  return {
    ...shown,
    suggestedPrices: row.platforms.map(account => suggestPrice(library, account)),
  };
}
