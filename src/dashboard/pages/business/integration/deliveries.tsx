import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { DELIVERY_STATUSES } from '../../../../../db/enums.ts';
import type { Delivery } from '../../../../webhooks/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDateTime } from '../../../data/format.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { useAction, useRead, useResource } from '../../../data/resource.ts';
import { formatText } from '../../../messages/text.ts';
import { webhooks as t } from '../../../messages/webhooks/index.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Badge, Card, DetailList, FilterTabs, type Tone } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState, FormError, Loaded } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatKind } from './webhook-labels.ts';

const TONES: Record<Delivery['status'], Tone> = {
  pending: 'info',
  succeeded: 'good',
  failed: 'bad',
  abandoned: 'neutral',
};
/** Poll interval while deliveries are pending. */
const POLL_MS = 2_000;
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

function Status({ status }: { status: Delivery['status'] }) {
  return <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>;
}

/** Lists an endpoint's deliveries, newest first. @param sent incremented after this page sends an event */
export function Deliveries({ id, sent }: { id: string; sent: number }) {
  const filters = { status: enumQuery('status', DELIVERY_STATUSES), ...pageQuery() };
  const list = useRead(api.webhooks({ id }).deliveries.get, filters, { live: [''], also: [sent] });
  const hasPending = list.data.value?.items.some(({ status }) => status === 'pending') ?? false;
  useEffect(() => {
    if (!hasPending) return;
    const timer = setInterval(list.reload, POLL_MS);
    return () => clearInterval(timer);
  }, [hasPending]);
  const open = useSignal<string | null>(null);
  const shown = list.data.value?.items.find(item => item.id === open.value);
  const retryFailed = useAction(async () => {
    const since = new Date(Date.now() - RETENTION_DAYS * DAY_MS).toISOString();
    const { redelivered } = await send(api.webhooks({ id }).redeliver.post({ since }));
    toast(redelivered === 0 ? t.noFailed : formatText(t.queuedMany, { count: redelivered }));
    list.reload();
  });
  return (
    <Card
      title={t.deliveries}
      actions={
        <>
          <CsvLink path={`/webhooks/${id}/deliveries`} values={filters} />
          <Button isSmall busy={retryFailed.isBusy} onClick={() => void retryFailed.run()}>
            {t.retryFailed}
          </Button>
        </>
      }
    >
      <FilterTabs
        name="status"
        label={t.status}
        options={[
          { value: '', label: t.all },
          ...DELIVERY_STATUSES.map(value => ({ value, label: t.statuses[value] })),
        ]}
      />
      <FormError error={retryFailed.error.value} />
      <PagedList
        resource={list}
        empty={<EmptyState icon="inbox" title={filters.status ? t.noMatch : t.noDeliveries} />}
      >
        {items => (
          <Table
            caption={t.deliveries}
            items={items}
            keyOf={item => item.id}
            columns={[
              { head: t.event, cell: ({ type }) => formatKind(type) },
              { head: t.status, cell: ({ status }) => <Status status={status} /> },
              {
                head: t.response,
                cell: ({ responseStatus, error }) => responseStatus ?? (error ? t.noResponse : '–'),
              },
              {
                head: t.duration,
                isNumber: true,
                cell: ({ durationMs }) => (durationMs === null ? '–' : `${durationMs} ms`),
              },
              { head: t.attempts, isNumber: true, cell: ({ attempts }) => attempts },
              { head: t.createdAt, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                head: t.actions,
                hasButtons: true,
                cell: item => (
                  <Button
                    isSmall
                    onClick={() => {
                      open.value = item.id;
                    }}
                  >
                    {t.viewDetails}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </PagedList>
      {shown && (
        <DeliveryDialog
          delivery={shown}
          onClose={() => {
            open.value = null;
          }}
          onSent={() => {
            open.value = null;
            list.reload();
          }}
        />
      )}
    </Card>
  );
}

interface DialogProps {
  delivery: Delivery;
  onClose: () => void;
  onSent: () => void;
}

const NEWEST = { page: 1, perPage: 100 };

function DeliveryDialog({ delivery, onClose, onSent }: DialogProps) {
  const { id, eventId, type, timeline, responseBody, nextAttemptAt } = delivery;
  const payload = useResource(
    async abort => {
      const { items } = await send(api.events.get({ query: { ...NEWEST, type }, ...abort }));
      const found = items.find(event => event.id === eventId);
      return found ? JSON.stringify(found, null, 2) : null;
    },
    [eventId],
  );
  const redeliver = useAction(async () => {
    await send(api.webhooks.deliveries({ id }).redeliver.post());
    toast(t.queued);
    onSent();
  });
  return (
    <Dialog title={formatKind(type)} onClose={onClose}>
      <div class="stack">
        <DetailList
          items={[
            [t.status, <Status key="status" status={delivery.status} />],
            ...timeline.map(({ at, responseStatus, error, durationMs }, index): [string, string] => [
              formatText(t.attempt, { index: index + 1 }),
              responseStatus
                ? formatText(t.answered, { time: formatDateTime(at), status: responseStatus, ms: durationMs })
                : formatText(t.unanswered, {
                    time: formatDateTime(at),
                    error: error ?? t.noAnswer,
                    ms: durationMs,
                  }),
            ]),
            ...(nextAttemptAt ? [[t.nextAttempt, formatDateTime(nextAttemptAt)] as [string, string]] : []),
            [t.event, <code key="id">{eventId}</code>],
          ]}
        />
        <h3>{t.response}</h3>
        {responseBody ? (
          <CodeBlock text={prettyPrint(responseBody)} />
        ) : (
          <p class="hint">{t.emptyResponse}</p>
        )}
        <h3>{t.payload}</h3>
        <Loaded resource={payload} lines={3}>
          {text => (text === null ? <p class="hint">{t.noPayload}</p> : <CodeBlock text={text} />)}
        </Loaded>
        <FormError error={redeliver.error.value} />
        <footer>
          <ShowCodeButton operation="redeliver" values={{ id }} />
          <Button kind="primary" busy={redeliver.isBusy} onClick={() => void redeliver.run()}>
            {t.redeliver}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

/** Indents JSON; returns other text unchanged. */
function prettyPrint(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
