import type { NewCampaign } from '../../../campaigns/model.ts';
import type { NewProgram } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { tenantParams } from '../../data/session.ts';

const PROGRAM: NewProgram = {
  name: 'Regulars (sample)',
  description: 'Points for every approved action and every dollar spent.',
  rewards: {
    points: { perAction: 10, perDollar: 1 },
    goals: [{ name: 'Ten visits', metric: 'submissions', target: 10, reward: 'One on the house' }],
  },
};

const CAMPAIGNS: NewCampaign[] = [
  {
    name: 'A story from your table (sample)',
    description: 'Show what you enjoy at our place in an Instagram story and tag us.',
    platform: 'instagram',
    actionType: 'story',
    reward: { type: 'fixed', value: 3 },
    budget: { total: 60 },
    disclosure: { required: true },
  },
  {
    name: 'A short video of your visit (sample)',
    description: 'A TikTok of at least 10 seconds that shows our place.',
    platform: 'tiktok',
    actionType: 'video',
    reward: { type: 'percentage', value: 15, maxAmount: 10 },
    budget: { total: 100 },
    disclosure: { required: true },
  },
];

/** Creates a program and two draft campaigns through the public API. @throws ApiError */
export async function createSampleData(): Promise<void> {
  await send(api.programs.post({ ...PROGRAM, ...tenantParams() }));
  for (const campaign of CAMPAIGNS) await send(api.campaigns.post({ ...campaign, ...tenantParams() }));
}
