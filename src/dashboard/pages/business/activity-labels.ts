import type { Event as BusinessEvent } from '../../../events/model.ts';
import { formatLabel, plural } from '../../data/format.ts';

/** Names by ID of the records that events refer to. */
export interface ActivityNames {
  campaigns: Record<string, string>;
  /** Names of customers by user ID. */
  customers: Record<string, string>;
}

/** One line of the recent activity: a sentence around the name of a record, with the page that it leads to. */
export interface ActivityLine {
  id: string;
  /** Before the linked name, e.g. `Ada submitted proof for`. */
  text: string;
  /** The name of the record; absent if it is unknown. */
  name?: string | undefined;
  href?: string | undefined;
  createdAt: string;
}

interface Subject {
  who: string;
  count: number;
}

const submissions = ({ who, count }: Subject, verb: string) =>
  count === 1 ? `${who} ${verb} proof for` : `${plural(count, 'customer')} ${verb} proof for`;
const counted =
  (one: string, other: string, after: string) =>
  ({ count }: Subject) =>
    `${count === 1 ? one : `${count} ${other}`} ${after}`;

/** Sentences by event type, which end with the name of the campaign. */
const CAMPAIGN_SENTENCES: Record<string, (subject: Subject) => string> = {
  'campaign.created': () => 'Created',
  'campaign.updated': () => 'Changed',
  'campaign.deleted': () => 'Deleted the draft',
  'campaign.activated': () => 'Launched',
  'campaign.paused': () => 'Paused',
  'campaign.resumed': () => 'Resumed',
  'campaign.ended': () => 'Ended',
  'campaign.expired': () => 'End date reached by',
  'campaign.budgetExhausted': () => 'Budget used up by',
  'submission.created': subject => submissions(subject, 'submitted'),
  'submission.resubmitted': subject => submissions(subject, 'resubmitted'),
  'submission.approved': counted('A submission', 'submissions', 'approved for'),
  'submission.rejected': counted('A submission', 'submissions', 'rejected for'),
  'submission.reversed': counted('An approval', 'approvals', 'undone for'),
  'submission.verified': counted('A submission', 'submissions', 'verified for'),
  'submission.reviewDue': counted('A submission', 'submissions', 'overdue for'),
  'reward.issued': counted('A reward', 'rewards', 'issued for'),
  'reward.redeemed': counted('A reward', 'rewards', 'redeemed for'),
  'reward.reinstated': counted('A reward', 'rewards', 'reinstated for'),
  'reward.voided': counted('A reward', 'rewards', 'voided for'),
  'reward.expired': counted('A reward', 'rewards', 'expired for'),
};

/** Issuing a reward is part of the approval that the line before it shows. */
const IMPLIED = ['reward.issued'];

/** Describes events in sentences, newest first; equal ones in a row become one line with their count. */
export function describeActivity(events: BusinessEvent[], names: ActivityNames): ActivityLine[] {
  const groups: BusinessEvent[][] = [];
  for (const event of events.filter(({ type }) => !IMPLIED.includes(type))) {
    const last = groups.at(-1);
    if (last?.[0] && toKey(last[0]) === toKey(event)) last.push(event);
    else groups.push([event]);
  }
  return groups.flatMap(group => (group[0] ? describeGroup(group[0], group.length, names) : []));
}

/** Submissions of different customers to one campaign are grouped, too. */
function toKey(event: BusinessEvent): string {
  return `${event.type} ${getCampaignId(event) ?? event.id}`;
}

function describeGroup(event: BusinessEvent, count: number, names: ActivityNames): ActivityLine {
  const { id, type, createdAt } = event;
  const sentence = CAMPAIGN_SENTENCES[type];
  const campaignId = getCampaignId(event);
  const { userId, name } = event.data.object as { userId?: string; name?: string };
  if (!sentence || !campaignId) {
    const text = formatLabel(type.replaceAll('.', ' ')).replace(/^Api /, 'API ');
    return { id, text: name ? `${text}:` : text, name, createdAt };
  }
  const who = (userId && names.customers[userId]) || 'A customer';
  const isDeleted = type === 'campaign.deleted';
  return {
    id,
    text: sentence({ who, count }),
    name: (type.startsWith('campaign.') && name) || names.campaigns[campaignId] || 'a campaign',
    href: isDeleted ? undefined : `/dashboard/campaigns/${campaignId}`,
    createdAt,
  };
}

function getCampaignId({ type, data }: BusinessEvent): string | undefined {
  const { id, campaignId } = data.object as { id?: string; campaignId?: string | null };
  return type.startsWith('campaign.') ? id : (campaignId ?? undefined);
}
