import type { Event as BusinessEvent } from '../../../../events/model.ts';
import { formatLabel } from '../../../data/format.ts';
import { activity as t } from '../../../messages/activity/index.ts';
import { formatText } from '../../../messages/text.ts';

/** Names by ID of the records that events refer to. */
interface ActivityNames {
  campaigns: Record<string, string>;
  /** Names of customers by user ID. */
  customers: Record<string, string>;
}

/** The names in the record of an event. */
interface EventObject {
  userId?: string;
  name?: string;
  agent?: { name: string };
}

/** One line of the recent activity: a sentence around the name of a record, with the page that it leads to. */
interface ActivityLine {
  id: string;
  /** Before the linked name, e.g. `Ada submitted proof for`. */
  text: string;
  /** The name of the record; absent if it is unknown. */
  name?: string | undefined;
  href?: string | undefined;
  createdAt: string;
}

type Counted = keyof typeof t.counted;
type Named = keyof typeof t.events;

/** Returns the sentence about events of one type, which ends before the name of the record; undefined for an unknown type. */
function getSentence(type: string, person: string, count: number): string | undefined {
  if (type === 'submission.created')
    return count === 1 ? formatText(t.submittedBy, { person }) : formatText(t.submitted, { count });
  if (type === 'submission.resubmitted')
    return count === 1 ? formatText(t.resubmittedBy, { person }) : formatText(t.resubmitted, { count });
  const counted: string | undefined = t.counted[type as Counted];
  return counted ? formatText(counted, { count }) : t.events[type as Named];
}

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
  const campaignId = getCampaignId(event);
  const { userId, agent, name = agent?.name } = event.data.object as EventObject;
  const sentence = getSentence(type, (userId && names.customers[userId]) || t.aCustomer, count);
  if (!campaignId) {
    const text = sentence ?? formatLabel(type.replaceAll('.', ' '));
    return { id, text: name ? `${text}:` : text, name, createdAt };
  }
  const isDeleted = type === 'campaign.deleted';
  return {
    id,
    text: sentence ?? '',
    name: (type.startsWith('campaign.') && name) || names.campaigns[campaignId] || t.aCampaign,
    href: isDeleted ? undefined : `/dashboard/campaigns/${campaignId}`,
    createdAt,
  };
}

function getCampaignId({ type, data }: BusinessEvent): string | undefined {
  const { id, campaignId } = data.object as { id?: string; campaignId?: string | null };
  return type.startsWith('campaign.') ? id : (campaignId ?? undefined);
}
