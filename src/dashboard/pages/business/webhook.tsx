import { useSignal } from '@preact/signals';
import type { Webhook as WebhookRecord } from '../../../webhooks/model.ts';
import { api, send } from '../../data/api.ts';
import { formatTime } from '../../data/format.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import { navigate, type PageProps } from '../../data/router.ts';
import { hasPermission, tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, DetailList, PageHead, StateBadge } from '../../ui/components.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { DISABLED_WORDS, filterWord, kindWord, TEST_KINDS } from './webhook-labels.ts';

/** One address: how it does, what was sent to it, and its moves. */
export default function Webhook({ params }: PageProps) {
  const { id = '' } = params;
  const record = useResource(abort => findWebhook(id, abort), [id], { live: ['webhook.'] });
  const sent = useSignal(0);
  return (
    <Loaded
      resource={record}
      lines={8}
      isEmpty={found => found === null}
      empty={<Empty icon="link" title="There is no such address" />}
    >
      {found =>
        found && (
          <>
            <PageHead
              title={found.url}
              intro={<StateBadge state={found.status === 'active' ? 'active' : 'paused'} />}
              back={{ href: '/dashboard/webhooks', label: 'Webhooks' }}
            >
              <Moves webhook={found} record={record} />
            </PageHead>
            {found.disabledReason && <p class="notice warn">{DISABLED_WORDS[found.disabledReason].long}</p>}
            <div class="halves">
              <Card title="Details">
                <DetailList
                  items={[
                    ['Events', found.events.map(filterWord).join(', ')],
                    ['Note', found.description ?? 'none'],
                    ['Added', formatTime(found.createdAt)],
                  ]}
                />
              </Card>
              <TestCard
                id={id}
                onSent={() => {
                  sent.value += 1;
                }}
              />
            </div>
            <Deliveries id={id} sent={sent.value} />
          </>
        )
      }
    </Loaded>
  );
}

const ALL_OF_A_BUSINESS = { page: 1, perPage: 100 };

/** The API lists addresses and does not answer a single one; a business has 200 at most. */
async function findWebhook(id: string, abort: { fetch: { signal: AbortSignal } }) {
  for (let page = 1; ; page += 1) {
    const query = { ...ALL_OF_A_BUSINESS, page, ...tenant() };
    const { items, pagination } = await send(api.webhooks.get({ query, ...abort }));
    const found = items.find(webhook => webhook.id === id);
    if (found || page >= pagination.totalPages) return found ?? null;
  }
}

function TestCard({ id, onSent }: { id: string; onSent: () => void }) {
  const kind = useSignal<string>('webhook.ping');
  const test = useAction(async () => {
    const type = TEST_KINDS.find(known => known === kind.value);
    await send(api.webhooks({ id }).test.post({ type }));
    toast('A sample is on its way; see below what it answers');
    onSent();
  });
  return (
    <Card title="Send a test event">
      <form onSubmit={test.submit}>
        <SelectField
          label="Send a sample of"
          value={kind}
          options={TEST_KINDS.map(value => ({ value, label: kindWord(value) }))}
          error={test.of('type')}
          isRequired
        />
        <FormError error={test.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={test.isBusy}>
            Send
          </Button>
          <AsCode operation="testWebhook" values={{ id, type: kind.value }} />
        </div>
      </form>
    </Card>
  );
}

type Asking = 'change' | 'rotate' | 'remove';

function Moves({ webhook, record }: { webhook: WebhookRecord; record: Resource<WebhookRecord | null> }) {
  const { id, status } = webhook;
  const asking = useSignal<Asking | null>(null);
  const secret = useSignal<string | null>(null);
  const ask = (what: Asking | null) => () => {
    asking.value = what;
  };
  const close = ask(null);
  const turn = useAction(async () => {
    const to = status === 'active' ? 'disabled' : 'active';
    record.set(await send(api.webhooks({ id }).put({ status: to })));
    toast(to === 'active' ? 'Endpoint resumed' : 'Paused');
  });
  const rotate = useAction(async () => {
    secret.value = (await send(api.webhooks({ id })['rotate-secret'].post())).secret;
    close();
  });
  const remove = useAction(async () => {
    await send(api.webhooks({ id }).delete());
    toast('The address is removed');
    navigate('/dashboard/webhooks');
  });
  return (
    <>
      <Button
        kind={status === 'active' ? 'plain' : 'primary'}
        busy={turn.isBusy}
        onClick={() => void turn.run()}
      >
        {status === 'active' ? 'Pause' : 'Resume'}
      </Button>
      <AsCode
        operation="updateWebhook"
        values={{ id, status: status === 'active' ? 'disabled' : 'active' }}
      />
      <Button onClick={ask('change')}>Change</Button>
      {hasPermission('webhookSecrets') && <Button onClick={ask('rotate')}>New secret</Button>}
      <Button onClick={ask('remove')}>Remove</Button>
      <FormError error={turn.error.value} />
      {asking.value === 'change' && (
        <WebhookForm
          webhook={webhook}
          onClose={close}
          onChanged={changed => {
            record.set(changed);
            close();
          }}
        />
      )}
      {asking.value === 'rotate' && (
        <Confirm title="Rotate secret?" verb="Make a new secret" action={rotate} onClose={close}>
          <p>For 24 hours what is sent is signed with both, the old and the new; then with the new alone.</p>
          <AsCode operation="rotateWebhookSecret" values={{ id }} />
        </Confirm>
      )}
      {asking.value === 'remove' && (
        <Confirm title="Remove this address?" verb="Remove address" isDanger action={remove} onClose={close}>
          <p>Nothing is sent to it any more, and its log goes with it. To stop for a while, pause it.</p>
          <AsCode operation="deleteWebhook" values={{ id }} />
        </Confirm>
      )}
      {secret.value && (
        <SecretDialog
          title="The new secret"
          hint="Add it alongside the old one. After 24 hours only the new secret is used."
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </>
  );
}
