import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { NOTIFICATION_TYPES } from '../../../../../db/enums.ts';
import type { Notification } from '../../../../notifications/model.ts';
import { api, send } from '../../../data/api.ts';
import { counts } from '../../../data/counts.ts';
import { formatLabel, formatMoney } from '../../../data/format.ts';
import { hasSound, setSound } from '../../../data/notifications.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { notices as t } from '../../../messages/notices/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { CheckboxField } from '../../../ui/field.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList } from '../../../ui/table.tsx';

/** Lists what happened that needs the user's attention. */
export default function Notifications() {
  const { page, perPage } = pageQuery();
  const list = useRead(
    api.notifications.get,
    { page, perPage, ...tenantParams() },
    { live: [...NOTIFICATION_TYPES] },
  );
  const markSeen = useAction(async () => {
    counts.value = await send(api.notifications.put({ ...tenantParams() }));
    list.reload();
  });
  const unseen = counts.value?.unseen ?? 0;
  return (
    <>
      <PageHead title={shell.titles.Notifications ?? 'Notifications'} intro={t.intro}>
        {unseen > 0 && (
          <Button icon="check" busy={markSeen.isBusy} onClick={() => void markSeen.run()}>
            {t.markSeen}
          </Button>
        )}
        <CsvLink path="/notifications" values={tenantParams()} isSmall={false} />
      </PageHead>
      <Card>
        <PagedList
          resource={list}
          empty={
            <EmptyState icon="inbox" title={t.none}>
              <p>{t.noneHow}</p>
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
  return <CheckboxField value={isOn} label={t.sound} hint={t.soundHint} />;
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
          {!notification.isSeen && <span class="visually-hidden"> ({shell.unseen})</span>}
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
  const who = customer?.name ?? t.customer;
  const target = campaign?.name ?? t.program;
  const review = `/dashboard/reviews?id=${resourceId}`;
  switch (type) {
    case 'submission.created':
      return count > 1
        ? ['inbox', formatText(t.newFor, { target, count }), '/dashboard/reviews']
        : ['inbox', formatText(t.submitted, { who, target }), review];
    case 'submission.resubmitted':
      return ['inbox', formatText(t.resubmitted, { who, target }), review];
    case 'submission.reviewDue':
      return ['warning', formatText(t.overdue, { who }), review];
    case 'reward.redeemed':
      return [
        'ticket',
        [formatText(t.redeemed, { who }), amount !== null && formatMoney(amount), campaign?.name]
          .filter(Boolean)
          .join(' · '),
        '/dashboard/counter',
      ];
    case 'campaign.budgetExhausted':
      return ['warning', formatText(t.budget, { target }), `/dashboard/campaigns/${resourceId}`];
    case 'campaign.policyChanged':
      return ['warning', formatText(t.policyChanged, { target }), `/dashboard/campaigns/${resourceId}`];
    case 'campaign.expired':
      return ['megaphone', formatText(t.ended, { target }), `/dashboard/campaigns/${resourceId}`];
    case 'platform.disconnected':
      return [
        'warning',
        formatText(t.disconnected, { platform: detail ? formatLabel(detail) : t.platform }),
        '/dashboard/settings?section=accounts',
      ];
    case 'webhook.disabled':
      return [
        'warning',
        formatText(t.webhook, { address: detail ?? '' }),
        `/dashboard/webhooks/${resourceId}`,
      ];
    case 'business.pinLocked':
      return [
        'warning',
        formatText(t.pinLocked, { device: detail ?? '' }),
        '/dashboard/settings?section=team',
      ];
    case 'billing.paymentFailed':
      return ['card', t.paymentFailed, '/dashboard/billing'];
    default:
      return ['card', formatText(t.limit, { quota: formatLabel(detail ?? '') }), '/dashboard/billing'];
  }
}
