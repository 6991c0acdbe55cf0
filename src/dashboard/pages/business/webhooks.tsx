import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../webhooks/model.ts';
import { api, send } from '../../data/api.ts';
import { pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, hasPermission, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, PageHead, StateBadge } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Pagination, Table } from '../../ui/table.tsx';
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
      <PageHead title="Webhooks" intro="Notify other systems in real time.">
        <ShowCodeButton operation="listWebhooks" values={paging} />
        {canAdd && (
          <Button kind="primary" icon="plus" onClick={add}>
            Add endpoint
          </Button>
        )}
      </PageHead>
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState icon="link" title="No endpoints yet">
            <p>
              Each event is sent to your endpoint as it happens, signed and retried until it is delivered.
            </p>
            {canAdd ? (
              <Button kind="primary" icon="plus" onClick={add}>
                Add endpoint
              </Button>
            ) : (
              <p>Only owners can add endpoints.</p>
            )}
          </EmptyState>
        }
      >
        {({ items, pagination }) => (
          <>
            <WebhookTable items={items} />
            <Pagination {...pagination} />
          </>
        )}
      </Loaded>
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
          head: 'State',
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
