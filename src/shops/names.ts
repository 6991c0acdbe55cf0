import type { RecordNames } from '../businesses/model.ts';
import * as businesses from '../businesses/service.ts';
import { getCampaignNames } from '../campaigns/service/read.ts';
import type { AnyCtx } from '../context.ts';
import { getProgramNames } from '../programs/service/read.ts';

interface Referring {
  businessId: string;
  campaignId: string | null;
  programId: string | null;
}

/** Adds the names of business, campaign and program to the representations of rows, with three queries. */
export async function withNames<T>(
  ctx: AnyCtx,
  rows: readonly Referring[],
  records: readonly T[],
): Promise<(T & { names: RecordNames })[]> {
  const businessNames = await businesses.getNamesById(ctx, distinct(rows.map(row => row.businessId)));
  const campaignNames = await getCampaignNames(ctx, distinct(rows.map(row => row.campaignId)));
  const programNames = await getProgramNames(ctx, distinct(rows.map(row => row.programId)));
  return records.map((record, index) => {
    const { businessId, campaignId, programId } = rows[index] as Referring;
    return {
      ...record,
      names: {
        business: businessNames.get(businessId) ?? '',
        campaign: campaignNames.get(campaignId ?? '') ?? null,
        program: programNames.get(programId ?? '') ?? null,
      },
    };
  });
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter(id => id !== null))];
}
