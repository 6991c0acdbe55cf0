import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../webhooks/model.ts';
import { api, send } from '../../data/api.ts';
import { pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, hasPermission, tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, PageHead, StateBadge } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Paging, Table } from '../../ui/table.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { DISABLED_WORDS, filterWord } from './webhook-labels.ts';

/** The addresses to which events are sent. */
export default function Webhooks() {
  const asked = { ...pageQuery(), ...tenant() };
  const list = useResource(
    abort => send(api.webhooks.get({ query: asked, ...abort })),
    [asked.page, businessId.value],
    { live: ['webhook.'] },
  );
  const mayAdd = hasPermission('webhookSecrets');
  const isAdding = useSignal(false);
  const secret = useSignal<string | null>(null);
  const add = () => {
    isAdding.value = true;
  };
  return (
    <>
      <PageHead title="Webhooks" intro="Notify other systems in real time.">
        <AsCode operation="listWebhooks" values={asked} />
        {mayAdd && (
          <Button kind="primary" icon="plus" onClick={add}>
            Add address
          </Button>
        )}
      </PageHead>
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty icon="link" title="No addresses yet">
            <p>
              Each event is sent to an address of yours as it happens, signed, and again until it arrives.
            </p>
            {mayAdd ? (
              <Button kind="primary" icon="plus" onClick={add}>
                Add the first address
              </Button>
            ) : (
              <p>Owners of the business add addresses.</p>
            )}
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <WebhookTable items={items} />
            <Paging {...pagination} />
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
          title="The address is added"
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
      caption="Addresses"
      items={items}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Address', cell: ({ id, url }) => <a href={`/dashboard/webhooks/${id}`}>{url}</a> },
        {
          head: 'State',
          cell: ({ status, disabledReason }) => (
            <span>
              <StateBadge state={status === 'active' ? 'active' : 'paused'} />{' '}
              {disabledReason && disabledReason !== 'manual' && (
                <span class="hint">{DISABLED_WORDS[disabledReason].short}</span>
              )}
            </span>
          ),
        },
        {
          head: 'Events',
          cell: ({ events }) => (
            <span class="tags">
              {events.map(filter => (
                <Badge key={filter}>{filterWord(filter)}</Badge>
              ))}
            </span>
          ),
        },
        { head: 'Note', cell: ({ description }) => description ?? '–' },
        { head: 'Added', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
      ]}
    />
  );
}
