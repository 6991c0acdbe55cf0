import { useSignal } from '@preact/signals';
import type { Webhook as WebhookRecord } from '../../../../webhooks/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDateTime } from '../../../data/format.ts';
import { type Resource, useAction, useResource } from '../../../data/resource.ts';
import { navigate, type PageProps } from '../../../data/router.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';
import { shell } from '../../../messages/shell/index.ts';
import { webhooks as t } from '../../../messages/webhooks/index.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card, DetailList, PageHead, StateBadge } from '../../../ui/components.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { lazyComponent, lazyModule } from '../../../ui/lazy-component.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState, FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Deliveries } from './deliveries.tsx';
import { formatFilter } from './webhook-labels.ts';

const withRotation = lazyModule(() => import('./rotate-secret.tsx'));
const WebhookTest = lazyComponent(() => import('./webhook-test.tsx'));
const WebhookForm = lazyComponent(async () => ({
  default: (await import('./webhook-form.tsx')).WebhookForm,
}));

/** One webhook endpoint: details, deliveries and actions. */
export default function Webhook({ params }: PageProps) {
  const { id = '' } = params;
  const record = useResource(abort => findWebhook(id, abort), [id], { live: ['webhook.'] });
  const sent = useSignal(0);
  return (
    <Loaded
      resource={record}
      lines={8}
      isEmpty={found => found === null}
      empty={
        <EmptyState icon="link" title={t.notFound}>
          <p>{shell.missingHint}</p>
          <ButtonLink href="/dashboard/webhooks">{t.back}</ButtonLink>
        </EmptyState>
      }
    >
      {found =>
        found && (
          <>
            <PageHead
              title={found.url}
              intro={<StateBadge state={found.status === 'active' ? 'active' : 'paused'} />}
              back={{ href: '/dashboard/webhooks', label: t.title }}
            >
              <EndpointActions webhook={found} record={record} />
            </PageHead>
            {found.disabledReason && <p class="notice warn">{t.disabledLong[found.disabledReason]}</p>}
            <div class="halves">
              <Card title={t.details}>
                <DetailList
                  items={[
                    [t.events, found.events.map(formatFilter).join(', ')],
                    [t.description, found.description ?? t.noDescription],
                    [t.content, found.thin ? t.idsOnly : t.complete],
                    [t.createdAt, formatDateTime(found.createdAt)],
                  ]}
                />
              </Card>
              <WebhookTest
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

const MAX_PAGE = { page: 1, perPage: 100 };

/** Finds an endpoint in the list, since the API has no single read; a business has up to 200. */
async function findWebhook(id: string, abort: { fetch: { signal: AbortSignal } }) {
  for (let page = 1; ; page += 1) {
    const query = { ...MAX_PAGE, page, ...tenantParams() };
    const { items, pagination } = await send(api.webhooks.get({ query, ...abort }));
    const found = items.find(webhook => webhook.id === id);
    if (found || page >= pagination.totalPages) return found ?? null;
  }
}

function EndpointActions({
  webhook,
  record,
}: {
  webhook: WebhookRecord;
  record: Resource<WebhookRecord | null>;
}) {
  const { id, status } = webhook;
  const toggleStatus = useAction(async () => {
    const to = status === 'active' ? 'disabled' : 'active';
    record.set(await send(api.webhooks({ id }).put({ status: to })));
    toast(to === 'active' ? t.resumed : t.paused);
  });
  const edit = () =>
    openDialog(close => <WebhookForm webhook={webhook} onClose={close} onChanged={record.set} />);
  const rotate = () => withRotation(module => module.rotateSecret(id));
  const remove = () =>
    openForm({
      title: t.deleteTitle,
      submitLabel: t.delete,
      isDanger: true,
      content: t.deleteHow,
      call: { operation: 'deleteWebhook', values: { id } },
      run: async () => {
        await send(api.webhooks({ id }).delete());
        toast(t.deleted);
        navigate('/dashboard/webhooks');
      },
    });
  return (
    <>
      <Button
        kind={status === 'active' ? 'plain' : 'primary'}
        busy={toggleStatus.isBusy}
        onClick={() => void toggleStatus.run()}
      >
        {status === 'active' ? t.pause : t.resume}
      </Button>
      <ShowCodeButton
        operation="updateWebhook"
        values={{ id, status: status === 'active' ? 'disabled' : 'active' }}
      />
      <ActionMenu
        label={t.moreActions}
        actions={[
          { label: t.edit, icon: RARE_ICONS.edit, onClick: edit },
          hasPermission('webhookSecrets') && {
            label: t.rotate,
            icon: RARE_ICONS.refresh,
            onClick: rotate,
          },
          { label: t.delete, icon: RARE_ICONS.trash, isDanger: true, onClick: remove },
        ]}
      />
      <FormError error={toggleStatus.error.value} />
    </>
  );
}
