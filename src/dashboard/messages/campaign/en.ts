import { plural } from '../text.ts';

/** The page of a campaign: figures, results and terms. */
export const messages = {
  campaigns: 'Campaigns',
  share: 'Share',
  reasons: {
    manual: '',
    scheduled: 'Accepts submissions from its start date',
    budgetExhausted: 'Budget exhausted. Increase it to resume.',
    capReached: 'Approval limit reached. Increase it to resume.',
    endDatePassed: 'End date passed. Set a later one to resume.',
    planLimit: 'Your plan allows no more active campaigns.',
    policyChanged: 'The rules became stricter. Accept them to resume.',
  },
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  budgetLeft: 'Budget left',
  noLimit: 'No limit',
  ofTotal: (amount: string) => `of ${amount}`,
  review: 'Review',
  view: 'View',
  terms: 'Terms',
  action: 'Action',
  reward: 'Reward',
  validFor: (reward: string, days: number) =>
    `${reward}, valid for ${plural(days, { one: '# day', other: '# days' })}`,
  minFollowers: 'Minimum followers',
  none: 'None',
  hashtags: 'Hashtags',
  perCustomer: 'Per customer',
  upToTimes: (count: number) => plural(count, { one: 'Once', other: 'Up to # times' }),
  approvals: 'Approvals',
  upTo: (count: string) => `Up to ${count}`,
  starts: 'Starts',
  atLaunch: 'At launch',
  ends: 'Ends',
  noEnd: 'No end date',
  disclosure: 'Disclosure',
  rules: 'Rules',
  complianceCard: 'Compliance card',
  manual: 'Manual',
  automatic: 'Automatic if checks pass, otherwise manual',
  within: {
    none: (by: string, hours: number) =>
      `${by}, within ${plural(hours, { one: '# hour', other: '# hours' })}`,
    approve: (by: string, hours: number) =>
      `${by}, within ${plural(hours, { one: '# hour', other: '# hours' })}, then approved`,
    reject: (by: string, hours: number) =>
      `${by}, within ${plural(hours, { one: '# hour', other: '# hours' })}, then rejected`,
  },
  budgetParts: (spent: string, reserved: string, left: string) =>
    `${spent} spent, ${reserved} reserved for pending submissions, ${left} left`,
  latest: 'Latest submissions',
  customer: 'Customer',
  lastDays: (days: number) => `Last ${plural(days, { one: '# day', other: '# days' })}`,
  chart: (submissions: string, days: number) =>
    `${submissions} in ${plural(days, { one: '# day', other: '# days' })}`,
  submissionCount: (count: number) => plural(count, { one: '# submission', other: '# submissions' }),
  costs: (perApproval: string, total: string, value: string) =>
    `${perApproval} per approved submission, ${total} in total. Estimated value ${value}.`,
};
export type Messages = typeof messages;
