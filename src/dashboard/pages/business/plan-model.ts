import type { NewCampaign } from '../../../campaigns/model.ts';

/** What POST /ai/campaign-agent answers, as far as the page shows it. */
export interface Plan {
  planId: string;
  engine: 'embedded' | 'model';
  budget: { monthly: number; allocated: number; reserve: number };
  campaigns: PlannedCampaign[];
  allocation: { platform: string; amount: number; percent: number }[];
  timeline: { week: number; startsAt: string; endsAt: string; tasks: string[] }[];
  forecast: {
    completions: number;
    reach: number;
    value: number;
    roi: number | null;
    low: number;
    high: number;
    next100: { value: number; completions: number };
  };
  assumptions: { name: string; text: string }[];
  warnings: { code: string; message: string }[];
}

export interface PlannedCampaign {
  campaign: NewCampaign;
  budget: number;
  completions: number;
  reach: number;
  value: number;
  rationale?: string;
}
