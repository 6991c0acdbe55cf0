import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../webhooks/model.ts';
import { api, send } from '../../data/api.ts';
import { pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, hasPermission, tenantParams } from '../../data/session.ts';
import { Badge, StateBadge } from '../../ui/components.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { DISABLED_LABELS, formatFilter } from './webhook-labels.ts';

/** Lists the business's webhook endpoints. */
export default function Webhooks() {
  const paging = { ...pageQuery(), ...tenantParams() };
  const list = useResource(
    abort => send(api.webhooks.get({ query: paging, ...abort })),
    [paging.page, businessId.value],
    { live: ['webhook.'] },
  );
  const canAdd = hasPermission('webhookSecrets');
  const isAdding = useSignal(false);
  const secret = useSignal<string | null>(null);
  const add = () => {
    isAdding.value = true;
  };
  return (
    <>
      <ListPage
        title="Webhooks"
        intro="A webhook sends each event you choose, such as a new submission, to your own URL as it happens."
        call={{ operation: 'listWebhooks', values: paging }}
        create={canAdd ? { label: 'Add endpoint', onClick: add } : undefined}
        resource={list}
        empty={{
          icon: 'link',
          title: 'No endpoints yet',
          children: (
            <p>
              {canAdd
                ? 'Perkmint signs each event, sends it to your endpoint, and retries failed deliveries.'
                : 'Only owners can add endpoints.'}
            </p>
          ),
        }}
      >
        {items => <WebhookTable items={items} />}
      </ListPage>
      {isAdding.value && (
        <WebhookForm
          onClose={() => {
            isAdding.value = false;
          }}
          onIssued={issued => {
            isAdding.value = false;
            secret.value = issued;
            list.reload();
          }}
        />
      )}
      {secret.value && (
        <SecretDialog
          title="Endpoint created"
          hint="Use this secret to verify that requests come from Perkmint."
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </>
  );
}

function WebhookTable({ items }: { items: Webhook[] }) {
  return (
    <Table
      caption="Endpoints"
      items={items}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Endpoint URL', cell: ({ id, url }) => <a href={`/dashboard/webhooks/${id}`}>{url}</a> },
        {
          head: 'Status',
          cell: ({ status, disabledReason }) => (
            <span>
              <StateBadge state={status === 'active' ? 'active' : 'paused'} />{' '}
              {disabledReason && disabledReason !== 'manual' && (
                <span class="hint">{DISABLED_LABELS[disabledReason].short}</span>
              )}
            </span>
          ),
        },
        {
          head: 'Events',
          cell: ({ events }) => (
            <span class="tags">
              {events.map(filter => (
                <Badge key={filter}>{formatFilter(filter)}</Badge>
              ))}
            </span>
          ),
        },
        { head: 'Description', cell: ({ description }) => description ?? '–' },
        { head: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
      ]}
    />
  );
}
