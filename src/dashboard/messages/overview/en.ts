import { plural } from '../text.ts';

/** The overview: figures, first steps and recent activity. */
export const messages = {
  title: 'Overview',
  noBusinesses: 'No businesses yet',
  noBusinessesHow: 'Create your first business to get started.',
  createBusiness: 'Create business',
  createAnother: 'Create another business',
  chooseBusiness: 'Choose a business',
  chooseHow: (count: number) =>
    `Choose one of ${plural(count, { one: '# business', other: '# businesses' })} from the menu.`,
  counterReport: 'Counter report',
  createCampaign: 'Create campaign',
  reviews: 'Reviews',
  submissionCount: (count: number) => plural(count, { one: '# submission', other: '# submissions' }),
  /** Follows the count of submissions. */
  pendingReview: (count: number) => plural(count, { one: 'pending review', other: 'pending review' }),
  reviewSubmissions: 'Review submissions',
  recent: 'Recent activity',
  noActivity: 'No activity yet',
  figures: 'Figures',
  newestOnly: 'Only the newest records of this period are counted.',
  submissions: 'Submissions',
  approvalRate: 'Approval rate',
  ofReviewed: (approved: string, reviewed: string) => `${approved} of ${reviewed} reviewed`,
  rewardsIssued: 'Rewards issued',
  amountRedeemed: (amount: string) => `${amount} redeemed`,
  /** Follows the amount redeemed. */
  issuedBefore: (amount: string) => `, ${amount} issued before`,
  estimatedValue: 'Estimated value',
  noCost: 'No cost yet',
  estimatedReturn: (rate: string) => `Estimated return ${rate}`,
  /** A change, the figure of the period before and the length of that. */
  comparedWith: (change: string, previous: string, days: number) =>
    `${change} (${previous} in the ${plural(days, { one: '# day', other: '# days' })} before)`,
  noChange: 'No change',
  new: 'New',
  howEstimated: 'How the value is estimated',
  /** Precedes two paths of the API. */
  estimateHow:
    'Each approved action counts with what comparable advertising costs: the published figures of the action library, such as the price for 1,000 views. It is an estimate, not revenue. Sources are listed with each action under',
  and: 'and',
  period: 'Period',
  lastDays: (count: number) => plural(count, { one: '# day', other: '# days' }),
  year: '12 months',
  approved: 'Approved',
  rejected: 'Rejected',
  cost: 'Cost',
  redeemed: 'Redeemed',
  valueShort: 'Est. value',
  campaign: 'Campaign',
  costPerApproval: 'Cost per approval',
  byCampaign: 'By campaign',
  resultsByCampaign: 'Results by campaign',
  platform: 'Platform',
  byPlatform: 'By platform',
  resultsByPlatform: 'Results by platform',
  submissionsPerDay: 'Submissions per day',
  submissionsSummary: (total: string, days: number) =>
    `Submissions per day: ${total} in ${plural(days, { one: '# day', other: '# days' })}`,
  costAndValue: 'Cost vs. estimated value',
  moneySummary: (value: string, cost: string, days: number) =>
    `In ${plural(days, { one: '# day', other: '# days' })}: estimated value ${value}, cost ${cost}`,
};
export type Messages = typeof messages;
