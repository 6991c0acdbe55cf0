import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { DELIVERY_STATUSES } from '../../../../db/enums.ts';
import type { Delivery } from '../../../webhooks/model.ts';
import { api, send } from '../../data/api.ts';
import { formatTime, formatWord } from '../../data/format.ts';
import { pageQuery, wordQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, CopyButton, DetailList, FilterTabs, type Tone } from '../../ui/components.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { Paging, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { kindWord } from './webhook-labels.ts';

const WORDS: Record<Delivery['status'], [label: string, tone: Tone]> = {
  pending: ['on its way', 'info'],
  succeeded: ['arrived', 'good'],
  failed: ['did not arrive', 'bad'],
  abandoned: ['given up', 'neutral'],
};
const FILTERS = [
  { value: '', label: 'All' },
  ...DELIVERY_STATUSES.map(value => ({ value, label: formatWord(WORDS[value][0]) })),
];
/** While something is on its way the log is read again so often. */
const WATCH_MS = 2_000;
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

function Status({ status }: { status: Delivery['status'] }) {
  const [label, tone] = WORDS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** What was sent to an address, newest first. @param sent rises when the page has sent something itself */
export function Deliveries({ id, sent }: { id: string; sent: number }) {
  const asked = { status: wordQuery('status', DELIVERY_STATUSES), ...pageQuery() };
  const list = useResource(
    abort => send(api.webhooks({ id }).deliveries.get({ query: asked, ...abort })),
    [id, asked.status, asked.page, sent],
    { live: [''] },
  );
  const isWaiting = list.data.value?.items.some(({ status }) => status === 'pending') ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(list.reload, WATCH_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const open = useSignal<string | null>(null);
  const shown = list.data.value?.items.find(item => item.id === open.value);
  const failed = useAction(async () => {
    const since = new Date(Date.now() - RETENTION_DAYS * DAY_MS).toISOString();
    const { redelivered } = await send(api.webhooks({ id }).redeliver.post({ since }));
    toast(redelivered === 0 ? 'All deliveries succeeded' : `${redelivered} sent again`);
    list.reload();
  });
  return (
    <Card
      title="Deliveries"
      actions={
        <Button isSmall busy={failed.isBusy} onClick={() => void failed.run()}>
          Retry failed
        </Button>
      }
    >
      <FilterTabs name="status" label="Outcome" options={FILTERS} />
      <FormError error={failed.error.value} />
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty icon="inbox" title={asked.status ? 'None of these' : 'Nothing was sent yet'} />}
      >
        {({ items, pagination }) => (
          <>
            <Table
              caption="Deliveries"
              items={items}
              keyOf={item => item.id}
              columns={[
                { head: 'Event', cell: ({ type }) => kindWord(type) },
                { head: 'Outcome', cell: ({ status }) => <Status status={status} /> },
                {
                  head: 'Answer',
                  cell: ({ responseStatus, error }) => responseStatus ?? (error ? 'none' : '–'),
                },
                {
                  head: 'Took',
                  isNumber: true,
                  cell: ({ durationMs }) => (durationMs === null ? '–' : `${durationMs} ms`),
                },
                { head: 'Tries', isNumber: true, cell: ({ attempts }) => attempts },
                { head: 'When', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
                {
                  head: 'Look',
                  cell: item => (
                    <Button
                      isSmall
                      onClick={() => {
                        open.value = item.id;
                      }}
                    >
                      Details
                    </Button>
                  ),
                },
              ]}
            />
            <Paging {...pagination} />
          </>
        )}
      </Loaded>
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
  const again = useAction(async () => {
    await send(api.webhooks.deliveries({ id }).redeliver.post());
    toast('Sent again');
    onSent();
  });
  return (
    <Dialog title={kindWord(type)} onClose={onClose}>
      <div class="stack">
        <DetailList
          items={[
            ['Outcome', <Status key="status" status={delivery.status} />],
            ...timeline.map(({ at, responseStatus, error, durationMs }, index): [string, string] => [
              `Try ${index + 1}`,
              `${formatTime(at)}: ${responseStatus ? `answered ${responseStatus}` : (error ?? 'no answer')} after ${durationMs} ms`,
            ]),
            ...(nextAttemptAt ? [['Next try', formatTime(nextAttemptAt)] as [string, string]] : []),
            ['Event', <code key="id">{eventId}</code>],
          ]}
        />
        <h3>What it answered</h3>
        <Block text={responseBody ? indented(responseBody) : null} none="Nothing." />
        <h3>What was sent</h3>
        <Loaded resource={payload} lines={3}>
          {text => <Block text={text} none="A sample, or an event that is too old to be shown here." />}
        </Loaded>
        <FormError error={again.error.value} />
        <footer>
          <AsCode operation="redeliver" values={{ id }} />
          <Button kind="primary" busy={again.isBusy} onClick={() => void again.run()}>
            Send again
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

/** JSON with its lines, anything else as it came. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Block({ text, none }: { text: string | null; none: string }) {
  if (text === null) return <p class="hint">{none}</p>;
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre class="code" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
