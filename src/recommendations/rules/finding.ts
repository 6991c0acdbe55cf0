import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { CampaignChange, NewCampaign } from '../../campaigns/model.ts';
import type { ReferenceLibrary } from '../../library/library.ts';
import type { Action } from '../../library/model.ts';
import type { Band } from '../../reference/pricing-model.ts';
import type { SubmissionStats } from '../../submissions/model.ts';
import type { Recommendation } from '../model.ts';

/** A rate of fewer decided submissions is not judged. */
export const MIN_DECIDED = 20;
const CAMPAIGNS = '/api/v1/campaigns';
const MAX_INSTRUCTIONS = 5_000;

/** Something to recommend; `subject` tells it from others of its type. */
export type Finding = Omit<Recommendation, 'id'> & { subject: string };

/** What the rules look at: pure values and pure questions. */
export interface Facts {
  businessId: string;
  nowMs: number;
  library: ReferenceLibrary;
  /** As the business calls it. */
  industry: string | null;
  /** Running ones. */
  active: CampaignRow[];
  /** Platforms that the business has a campaign for, running, paused or drafted. */
  platformsUsed: ReadonlySet<string>;
  stats: SubmissionStats;
  /** The approval rate of this installation, where it may be shown. */
  observedApprovalRate: number | null;
  suggestReward(action: Action): Band | null;
  /** The notice that a campaign would be offered. */
  suggestNotice(campaign: CampaignRow): string | null;
  findCampaign(id: string): CampaignRow;
}

export function toUpdateRequest(body: CampaignChange): Finding['apply'] {
  return { method: 'PUT', path: CAMPAIGNS, body };
}

/** Names the business, so that an admin can send it too; to the business itself that is harmless. */
export function toCreateRequest({ businessId }: Facts, campaign: NewCampaign): Finding['apply'] {
  return { method: 'POST', path: CAMPAIGNS, body: { ...campaign, businessId } };
}

export function countReviewed({ approvedCount, rejectedCount }: CampaignRow): number {
  return approvedCount + rejectedCount;
}

/** A campaign's instructions with one more sentence, once. */
export function addInstruction({ instructions }: CampaignRow, sentence: string): string {
  const present = instructions ?? '';
  if (present.includes(sentence)) return present;
  const room = MAX_INSTRUCTIONS - sentence.length - 1;
  return `${present.slice(0, room)} ${sentence}`.trim();
}

export function formatDollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

export function formatPercent(fraction: number): string {
  return `${Math.round(fraction * 1_000) / 10} %`;
}

export function roundRate(fraction: number): number {
  return Math.round(fraction * 10_000) / 10_000;
}
