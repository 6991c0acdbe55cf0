import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { DELIVERY_STATUSES } from '../../../../db/enums.ts';
import type { Delivery } from '../../../webhooks/model.ts';
import { api, send } from '../../data/api.ts';
import { formatDateTime, plural } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Badge, Card, DetailList, FilterTabs, type Tone } from '../../ui/components.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState, FormError, Loaded } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatKind } from './webhook-labels.ts';

const STATUS_LABELS: Record<Delivery['status'], [label: string, tone: Tone]> = {
  pending: ['Pending', 'info'],
  succeeded: ['Succeeded', 'good'],
  failed: ['Failed', 'bad'],
  abandoned: ['Abandoned', 'neutral'],
};
const FILTERS = [
  { value: '', label: 'All' },
  ...DELIVERY_STATUSES.map(value => ({ value, label: STATUS_LABELS[value][0] })),
];
/** Poll interval while deliveries are pending. */
const POLL_MS = 2_000;
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

function Status({ status }: { status: Delivery['status'] }) {
  const [label, tone] = STATUS_LABELS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** Lists an endpoint's deliveries, newest first. @param sent incremented after this page sends an event */
export function Deliveries({ id, sent }: { id: string; sent: number }) {
  const filters = { status: enumQuery('status', DELIVERY_STATUSES), ...pageQuery() };
  const list = useResource(
    abort => send(api.webhooks({ id }).deliveries.get({ query: filters, ...abort })),
    [id, filters.status, filters.page, sent],
    { live: [''] },
  );
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
    toast(
      redelivered === 0
        ? 'No failed deliveries'
        : `${plural(redelivered, 'delivery', 'deliveries')} queued for retry`,
    );
    list.reload();
  });
  return (
    <Card
      title="Deliveries"
      actions={
        <Button isSmall busy={retryFailed.isBusy} onClick={() => void retryFailed.run()}>
          Retry failed
        </Button>
      }
    >
      <FilterTabs name="status" label="Status" options={FILTERS} />
      <FormError error={retryFailed.error.value} />
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="inbox" title={filters.status ? 'No matching deliveries' : 'No deliveries yet'} />
        }
      >
        {items => (
          <Table
            caption="Deliveries"
            items={items}
            keyOf={item => item.id}
            columns={[
              { head: 'Event', cell: ({ type }) => formatKind(type) },
              { head: 'Status', cell: ({ status }) => <Status status={status} /> },
              {
                head: 'Response',
                cell: ({ responseStatus, error }) => responseStatus ?? (error ? 'None' : '–'),
              },
              {
                head: 'Duration',
                isNumber: true,
                cell: ({ durationMs }) => (durationMs === null ? '–' : `${durationMs} ms`),
              },
              { head: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
              { head: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                head: 'Actions',
                cell: item => (
                  <Button
                    isSmall
                    onClick={() => {
                      open.value = item.id;
                    }}
                  >
                    View details
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
    toast('Delivery queued');
    onSent();
  });
  return (
    <Dialog title={formatKind(type)} onClose={onClose}>
      <div class="stack">
        <DetailList
          items={[
            ['Status', <Status key="status" status={delivery.status} />],
            ...timeline.map(({ at, responseStatus, error, durationMs }, index): [string, string] => [
              `Attempt ${index + 1}`,
              `${formatDateTime(at)}: ${responseStatus ? `status ${responseStatus}` : (error ?? 'no response')} after ${durationMs} ms`,
            ]),
            ...(nextAttemptAt ? [['Next attempt', formatDateTime(nextAttemptAt)] as [string, string]] : []),
            ['Event', <code key="id">{eventId}</code>],
          ]}
        />
        <h3>Response</h3>
        {responseBody ? <CodeBlock text={prettyPrint(responseBody)} /> : <p class="hint">No response body</p>}
        <h3>Payload</h3>
        <Loaded resource={payload} lines={3}>
          {text =>
            text === null ? (
              <p class="hint">Not available. Test events and older events have no stored payload.</p>
            ) : (
              <CodeBlock text={text} />
            )
          }
        </Loaded>
        <FormError error={redeliver.error.value} />
        <footer>
          <ShowCodeButton operation="redeliver" values={{ id }} />
          <Button kind="primary" busy={redeliver.isBusy} onClick={() => void redeliver.run()}>
            Redeliver
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
