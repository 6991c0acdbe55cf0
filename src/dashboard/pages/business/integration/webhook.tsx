import { type Signal, useSignal } from '@preact/signals';
import type { Webhook as WebhookRecord } from '../../../../webhooks/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDateTime } from '../../../data/format.ts';
import { type Action, type Resource, useAction, useResource } from '../../../data/resource.ts';
import { navigate, type PageProps } from '../../../data/router.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';
import { shell } from '../../../messages/shell/index.ts';
import { webhooks as t } from '../../../messages/webhooks/index.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card, DetailList, PageHead, StateBadge } from '../../../ui/components.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { CheckboxField, SelectField } from '../../../ui/field.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState, FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Deliveries } from './deliveries.tsx';
import { formatFilter, formatKind, TEST_KINDS } from './webhook-labels.ts';

const SecretDialog = lazyComponent(async () => ({
  default: (await import('../../../ui/secret-dialog.tsx')).SecretDialog,
}));
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

function TestCard({ id, onSent }: { id: string; onSent: () => void }) {
  const kind = useSignal<string>('webhook.ping');
  const test = useAction(async () => {
    const type = TEST_KINDS.find(known => known === kind.value);
    await send(api.webhooks({ id }).test.post({ type }));
    toast(t.testSent);
    onSent();
  });
  return (
    <Card title={t.testTitle}>
      <form onSubmit={test.submit}>
        <SelectField
          label={t.eventType}
          value={kind}
          options={TEST_KINDS.map(value => ({ value, label: formatKind(value) }))}
          error={test.fieldError('type')}
          isRequired
        />
        <FormError error={test.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={test.isBusy}>
            {t.sendTest}
          </Button>
          <ShowCodeButton operation="testWebhook" values={{ id, type: kind.value }} />
        </div>
      </form>
    </Card>
  );
}

type OpenDialog = 'edit' | 'rotate' | 'remove';

function EndpointActions({
  webhook,
  record,
}: {
  webhook: WebhookRecord;
  record: Resource<WebhookRecord | null>;
}) {
  const { id, status } = webhook;
  const openDialog = useSignal<OpenDialog | null>(null);
  const secret = useSignal<string | null>(null);
  const isLeaked = useSignal(false);
  const open = (dialog: OpenDialog | null) => () => {
    openDialog.value = dialog;
  };
  const close = open(null);
  const toggleStatus = useAction(async () => {
    const to = status === 'active' ? 'disabled' : 'active';
    record.set(await send(api.webhooks({ id }).put({ status: to })));
    toast(to === 'active' ? t.resumed : t.paused);
  });
  const rotate = useAction(async () => {
    const graceMinutes = isLeaked.value ? 0 : undefined;
    secret.value = (await send(api.webhooks({ id })['rotate-secret'].post({ graceMinutes }))).secret;
    close();
  });
  const remove = useAction(async () => {
    await send(api.webhooks({ id }).delete());
    toast(t.deleted);
    navigate('/dashboard/webhooks');
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
          { label: t.edit, icon: RARE_ICONS.edit, onClick: open('edit') },
          hasPermission('webhookSecrets') && {
            label: t.rotate,
            icon: RARE_ICONS.refresh,
            onClick: open('rotate'),
          },
          { label: t.delete, icon: RARE_ICONS.trash, isDanger: true, onClick: open('remove') },
        ]}
      />
      <FormError error={toggleStatus.error.value} />
      {openDialog.value === 'edit' && (
        <WebhookForm
          webhook={webhook}
          onClose={close}
          onChanged={changed => {
            record.set(changed);
            close();
          }}
        />
      )}
      {openDialog.value === 'rotate' && (
        <RotateDialog id={id} isLeaked={isLeaked} action={rotate} onClose={close} />
      )}
      {openDialog.value === 'remove' && (
        <ConfirmDialog title={t.deleteTitle} confirmLabel={t.delete} isDanger action={remove} onClose={close}>
          <p>{t.deleteHow}</p>
          <ShowCodeButton operation="deleteWebhook" values={{ id }} />
        </ConfirmDialog>
      )}
      {secret.value && (
        <SecretDialog
          title={t.rotated}
          hint={isLeaked.value ? t.addNow : t.addBeside}
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </>
  );
}

interface RotateProps {
  id: string;
  /** Whether the old secret ends at once. */
  isLeaked: Signal<boolean>;
  action: Action<[]>;
  onClose: () => void;
}

function RotateDialog({ id, isLeaked, action, onClose }: RotateProps) {
  return (
    <ConfirmDialog title={t.rotateTitle} confirmLabel={t.rotate} action={action} onClose={onClose}>
      <p>{t.rotateHow}</p>
      <CheckboxField label={t.stopOld} hint={t.stopOldHint} value={isLeaked} />
      <ShowCodeButton
        operation="rotateWebhookSecret"
        values={{ id, ...(isLeaked.value ? { graceMinutes: 0 } : {}) }}
      />
    </ConfirmDialog>
  );
}
