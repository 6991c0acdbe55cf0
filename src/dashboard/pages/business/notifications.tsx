import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { NOTIFICATION_TYPES } from '../../../../db/enums.ts';
import type { Notification } from '../../../notifications/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney, plural } from '../../data/format.ts';
import { counts, hasSound, setSound } from '../../data/notifications.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PagedList } from '../../ui/table.tsx';

/** Lists what happened that needs the user's attention. */
export default function Notifications() {
  const { page, perPage } = pageQuery();
  const list = useResource(
    abort => send(api.notifications.get({ query: { page, perPage, ...tenantParams() }, ...abort })),
    [page],
    { live: [...NOTIFICATION_TYPES] },
  );
  const markSeen = useAction(async () => {
    counts.value = await send(api.notifications.put({ ...tenantParams() }));
    list.reload();
  });
  const unseen = counts.value?.unseen ?? 0;
  return (
    <>
      <PageHead title="Notifications" intro="New submissions, redeemed codes, and everything that needs you.">
        {unseen > 0 && (
          <Button icon="check" busy={markSeen.isBusy} onClick={() => void markSeen.run()}>
            Mark all as seen
          </Button>
        )}
      </PageHead>
      <Card>
        <PagedList
          resource={list}
          empty={
            <EmptyState icon="inbox" title="No notifications yet">
              <p>New submissions and redeemed codes appear here.</p>
            </EmptyState>
          }
        >
          {items => (
            <ul class="notifications">
              {group(items).map(({ first, count }) => (
                <Row key={first.id} notification={first} count={count} />
              ))}
            </ul>
          )}
        </PagedList>
      </Card>
      <SoundSwitch />
    </>
  );
}

function SoundSwitch() {
  const isOn = useSignal(hasSound());
  useEffect(() => {
    if (isOn.value !== hasSound()) setSound(isOn.value);
  }, [isOn.value]);
  return (
    <CheckboxField
      value={isOn}
      label="Play a sound for new notifications"
      hint="Applies to you in this browser."
    />
  );
}

interface Group {
  first: Notification;
  count: number;
}

/** Joins consecutive notifications of one type and campaign, e.g. 12 new submissions. */
function group(items: Notification[]): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const isSame =
      last?.first.type === item.type &&
      last.first.isSeen === item.isSeen &&
      item.type === 'submission.created' &&
      last.first.campaign?.id === item.campaign?.id;
    if (last && isSame) last.count += 1;
    else groups.push({ first: item, count: 1 });
  }
  return groups;
}

function Row({ notification, count }: { notification: Notification; count: number }) {
  const [icon, text, href] = describe(notification, count);
  return (
    <li class={notification.isSeen ? '' : 'is-new'}>
      <a href={href}>
        <Icon name={icon} />
        <span>
          {text}
          {!notification.isSeen && <span class="visually-hidden"> (new)</span>}
        </span>
        <span class="hint">
          <RelativeTime at={notification.createdAt} />
        </span>
      </a>
    </li>
  );
}

/** Describes a notification in a sentence, with the page where one can act. */
function describe(notification: Notification, count: number): [icon: IconName, text: string, href: string] {
  const { type, resourceId, campaign, customer, amount, detail } = notification;
  const who = customer?.name ?? 'A customer';
  const target = campaign?.name ?? 'a program';
  const review = `/dashboard/reviews?id=${resourceId}`;
  switch (type) {
    case 'submission.created':
      return count > 1
        ? ['inbox', `${plural(count, 'new submission')} for ${target}`, '/dashboard/reviews']
        : ['inbox', `${who} submitted proof for ${target}`, review];
    case 'submission.resubmitted':
      return ['inbox', `${who} resubmitted proof for ${target}`, review];
    case 'submission.reviewDue':
      return ['warning', `The review of ${customer?.name ?? 'a customer'}'s submission is overdue`, review];
    case 'reward.redeemed':
      return [
        'ticket',
        `${who} redeemed a reward${amount === null ? '' : ` of ${formatMoney(amount)}`}${campaign?.name ? ` for ${campaign.name}` : ''}`,
        '/dashboard/counter',
      ];
    case 'campaign.budgetExhausted':
      return ['warning', `The budget of ${target} is used up`, `/dashboard/campaigns/${resourceId}`];
    case 'campaign.expired':
      return ['megaphone', `${target} reached its end date`, `/dashboard/campaigns/${resourceId}`];
    case 'platform.disconnected':
      return [
        'warning',
        `The account on ${formatLabel(detail ?? 'a platform')} was disconnected`,
        '/dashboard/settings?section=accounts',
      ];
    case 'webhook.disabled':
      return [
        'warning',
        `The webhook endpoint ${detail ?? ''} was disabled`,
        `/dashboard/webhooks/${resourceId}`,
      ];
    case 'billing.paymentFailed':
      return ['card', 'A payment failed', '/dashboard/billing'];
    default:
      return [
        'card',
        `The plan's limit of ${formatLabel(detail ?? 'usage').toLowerCase()} is reached`,
        '/dashboard/billing',
      ];
  }
}
