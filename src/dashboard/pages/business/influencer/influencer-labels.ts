import type { Influencer } from '../../../../influencers/model.ts';
import type { CsvCell } from '../../../../platform/csv.ts';
import type { Tone } from '../../../ui/components.tsx';

type Status = Influencer['status'];

export const INFLUENCER_STATUS_TONES: Record<Status, Tone> = {
  lead: 'info',
  contacted: 'warn',
  active: 'good',
  inactive: 'neutral',
};

/** Lists influencers with the columns that `perkmint influencers import` reads. */
export function toInfluencerRows(influencers: readonly Influencer[]): CsvCell[][] {
  const head = [
    'name',
    'email',
    'platforms',
    'country',
    'niches',
    'engagementRate',
    'rateCard',
    'notes',
    'status',
  ];
  return [head, ...influencers.map(toRow)];
}

function toRow(influencer: Influencer): CsvCell[] {
  const { name, email, platforms, country, niches, engagementRate, rateCard, notes, status } = influencer;
  const accounts = platforms.map(({ platform, handle, followers }) => `${platform}:${handle}:${followers}`);
  return [
    name,
    email,
    toList(accounts),
    country,
    toList(niches),
    engagementRate,
    rateCard.length > 0 ? JSON.stringify(rateCard) : null,
    notes,
    status,
  ];
}

function toList(items: string[]): string {
  return items.map(item => item.replaceAll('%', '%25').replaceAll(';', '%3B')).join('; ');
}
