import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { CampaignChange, NewCampaign } from '../../campaigns/model.ts';
import type { ReferenceLibrary } from '../../library/library.ts';
import type { Action } from '../../library/model.ts';
import type { TranslateAction } from '../../library/translations.ts';
import { getUnitScale, roundAmount } from '../../platform/money.ts';
import type { Band } from '../../reference/pricing-model.ts';
import type { SubmissionStats } from '../../submissions/model.ts';
import type { Recommendation } from '../model.ts';
import type { Wording } from './wording.ts';

/** Minimum number of reviewed submissions for a rate to be meaningful. */
export const MIN_DECIDED = 20;
const CAMPAIGNS = '/api/v1/campaigns';
const MAX_INSTRUCTIONS = 5_000;
/** Maximum length of a campaign's name. */
export const MAX_NAME = 200;

/** A finding that leads to a recommendation; `subject` distinguishes findings of the same type. */
export type Finding = Omit<Recommendation, 'id'> & { subject: string };

/** The input of the rules: plain data and pure functions. */
export interface Facts {
  businessId: string;
  /** The name of the business. */
  shop: string;
  nowMs: number;
  /** The business's time zone. */
  timeZone: string;
  library: ReferenceLibrary;
  /** Translates the texts of an action. */
  translate: TranslateAction;
  wording: Wording;
  /** The business's currency; bands and values are stated in it. */
  currency: string;
  /** The business's own name of its industry. */
  industry: string | null;
  /** The active campaigns. */
  active: CampaignRow[];
  /** Platforms for which the business has an active, paused or draft campaign. */
  platformsUsed: ReadonlySet<string>;
  stats: SubmissionStats;
  /** The approval rate of this installation; null if privacy does not allow it to be shown. */
  observedApprovalRate: number | null;
  /** Returns the usual rewards; null for an action without one, and without a rate to state them in the currency. */
  suggestReward(action: Action): Band | null;
  /** States US dollars in the business's currency; null without a rate. */
  toLocal(dollars: number): number | null;
  /** The suggested disclosure text of each active campaign, by its ID. */
  notices: ReadonlyMap<string, string | null>;
  /** The campaigns that the statistics name, by ID. */
  campaigns: ReadonlyMap<string, CampaignRow>;
}

/** Returns a campaign that the statistics name. */
export function requireCampaign({ campaigns }: Facts, id: string): CampaignRow {
  const row = campaigns.get(id);
  if (!row) throw new Error(`Campaign ${id} is missing in the facts`);
  return row;
}

export function toUpdateRequest(body: CampaignChange): Finding['apply'] {
  return { method: 'PUT', path: CAMPAIGNS, body };
}

/** Includes the business ID so that an admin can send the request, too; for the business itself it is redundant. */
export function toCreateRequest({ businessId }: Facts, campaign: NewCampaign): Finding['apply'] {
  return { method: 'POST', path: CAMPAIGNS, body: { ...campaign, businessId } };
}

/** Counts the reviewed submissions of a campaign. */
export function countReviewed({ approvedCount, rejectedCount }: CampaignRow): number {
  return approvedCount + rejectedCount;
}

/** Appends a sentence to a campaign's instructions unless they already contain it. */
export function addInstruction({ instructions }: CampaignRow, sentence: string): string {
  const current = instructions ?? '';
  if (current.includes(sentence)) return current;
  const maxLength = MAX_INSTRUCTIONS - sentence.length - 1;
  return `${current.slice(0, maxLength)} ${sentence}`.trim();
}

const REWARD_STEP = 0.5;

/** Rounds a reward to steps of 0.50, or of 1 in a currency without decimals, unless that exceeds the usual rewards. */
export function roundReward({ typical, high }: Band, currency: string): number {
  const smallest = 1 / getUnitScale(currency);
  const step = Math.max(REWARD_STEP, smallest);
  const rounded = Math.max(step, Math.round(typical / step) * step);
  return rounded <= high ? rounded : Math.max(smallest, roundAmount(typical, currency));
}

export function roundRate(fraction: number): number {
  return Math.round(fraction * 10_000) / 10_000;
}

/** Joins the sentences that apply. */
export function joinSentences(...sentences: (string | false | undefined)[]): string {
  return sentences.filter(Boolean).join(' ');
}
