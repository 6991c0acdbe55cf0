import type { Webhook } from '../../../../webhooks/model.ts';
import { api } from '../../../data/api.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';
import { webhooks as t } from '../../../messages/webhooks/index.ts';
import { Badge, StateBadge } from '../../../ui/components.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { showSecret } from '../../../ui/show-secret.tsx';
import { Table } from '../../../ui/table.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { formatFilter } from './webhook-labels.ts';

/** Lists the business's webhook endpoints. */
export default function Webhooks() {
  const paging = { ...pageQuery(), ...tenantParams() };
  const list = useRead(api.webhooks.get, paging, { live: ['webhook.'] });
  const canAdd = hasPermission('webhookSecrets');
  const add = () =>
    openDialog(close => (
      <WebhookForm
        onClose={close}
        onIssued={secret => {
          showSecret({ title: t.created, hint: t.secretHint, secret });
          list.reload();
        }}
      />
    ));
  return (
    <ListPage
      title={t.title}
      intro={t.intro}
      call={{ operation: 'listWebhooks', values: paging }}
      csvPath="/webhooks"
      create={canAdd ? { label: t.add, onClick: add } : undefined}
      resource={list}
      empty={{
        icon: 'link',
        title: t.none,
        children: <p>{canAdd ? t.noneHow : t.ownersOnly}</p>,
      }}
    >
      {items => <WebhookTable items={items} />}
    </ListPage>
  );
}

function WebhookTable({ items }: { items: Webhook[] }) {
  return (
    <Table
      caption={t.endpoints}
      items={items}
      keyOf={({ id }) => id}
      columns={[
        { head: t.url, cell: ({ id, url }) => <a href={`/dashboard/webhooks/${id}`}>{url}</a> },
        {
          head: t.status,
          cell: ({ status, disabledReason }) => (
            <span>
              <StateBadge state={status === 'active' ? 'active' : 'paused'} />{' '}
              {disabledReason && disabledReason !== 'manual' && (
                <span class="hint">{t.disabledShort[disabledReason]}</span>
              )}
            </span>
          ),
        },
        {
          head: t.events,
          cell: ({ events }) => (
            <span class="tags">
              {events.map(filter => (
                <Badge key={filter}>{formatFilter(filter)}</Badge>
              ))}
            </span>
          ),
        },
        { head: t.description, cell: ({ description }) => description ?? '–' },
        { head: t.createdAt, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
      ]}
    />
  );
}
