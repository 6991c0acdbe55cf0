import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MAIL_STATES } from '../../../../db/enums.ts';
import type { Mail, MailPreview } from '../../../mailings/model.ts';
import { api, send } from '../../data/api.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, FilterTabs, type Tone } from '../../ui/components.tsx';
import { SelectField } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, FormError, Loaded } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

type Kind = MailPreview['kind'];

const KINDS: Record<Kind, string> = {
  'submission.decided': 'Decision on proof',
  'reward.issued': 'New reward',
  'reward.expiring': 'Expiring reward',
  'cashback.available': 'Available cashback',
  'tier.reached': 'New tier',
  'order.filled': 'Filled order',
  'business.weekly': 'Weekly letter',
};
const STATES: Record<Mail['state'], [label: string, tone: Tone]> = {
  waiting: ['Waiting', 'info'],
  sending: ['Sending', 'info'],
  sent: ['Sent', 'good'],
  failed: ['Failed', 'bad'],
  skipped: ['Not sent', 'neutral'],
};
const REASONS: Record<NonNullable<Mail['skipReason']>, string> = {
  noMailServer: 'No mail server',
  optedOut: 'Turned off',
  noRecipient: 'No recipient',
};
const FILTERS = [
  { value: '', label: 'All' },
  ...MAIL_STATES.filter(value => value !== 'sending').map(value => ({ value, label: STATES[value][0] })),
];

/** The mails to customers and owners: how they look, and which were sent. */
export default function Mails() {
  return (
    <>
      <Preview />
      <SentMails />
    </>
  );
}

function Preview() {
  const kind = useSignal<string>('submission.decided');
  const preview = useResource(
    abort =>
      send(api.business.mails({ kind: kind.value as Kind }).preview.get({ query: tenantParams(), ...abort })),
    [kind.value, businessId.value],
  );
  const test = useAction(async () => {
    const mail = api.business.mails({ kind: kind.value as Kind });
    const { sentTo } = await send(mail.test.post(undefined, { query: tenantParams() }));
    toast(`Sent to ${sentTo}`);
  });
  return (
    <Card title="Look of mails" actions={<Badge>Owners only</Badge>}>
      <p>Mails have the name, logo and color of your shop. These have sample values.</p>
      <SelectField
        label="Mail"
        value={kind}
        options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        isRequired
      />
      <Loaded resource={preview}>
        {({ from, subject, text, html }) => (
          <>
            <p class="break">
              <strong>{subject}</strong>
              <br />
              <span class="hint">from {from}</span>
            </p>
            <HtmlPreview html={html} />
            <details>
              <summary>Text for mail programs without HTML</summary>
              <pre class="break">{text}</pre>
            </details>
          </>
        )}
      </Loaded>
      <FormError error={test.error.value} />
      <div class="actions">
        <Button busy={test.isBusy} onClick={() => void test.run()}>
          Send test to me
        </Button>
      </div>
    </Card>
  );
}

/**
 * Shows the HTML of a mail apart from the page's styles. The Content Security Policy forbids style attributes, so they
 * are set by script; links do nothing.
 */
function HtmlPreview({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const parsed = new DOMParser().parseFromString(html.replaceAll(' style=', ' data-style='), 'text/html');
    const frame = document.createElement('div');
    frame.append(...parsed.body.childNodes);
    frame.dataset.style = parsed.body.dataset.style ?? '';
    for (const styled of [frame, ...frame.querySelectorAll<HTMLElement>('[data-style]')])
      styled.style.cssText = styled.dataset.style ?? '';
    root.replaceChildren(frame);
  }, [html]);
  return <div ref={host} class="mail-preview" role="img" aria-label="Preview of the mail" inert />;
}

function SentMails() {
  const filters = { state: enumQuery('state', MAIL_STATES), ...pageQuery() };
  const list = useResource(
    abort => send(api.business.mails.get({ query: { ...filters, ...tenantParams() }, ...abort })),
    [filters.state, filters.page, businessId.value],
  );
  return (
    <Card title="Mails of the last 90 days">
      <FilterTabs name="state" label="State" options={FILTERS} />
      <PagedList
        resource={list}
        empty={<EmptyState icon="inbox" title={filters.state ? 'No matching mails' : 'No mails yet'} />}
      >
        {items => (
          <Table
            caption="Mails"
            items={items}
            keyOf={mail => mail.id}
            columns={[
              { head: 'Subject', cell: ({ subject, kind }) => subject ?? kind },
              { head: 'To', cell: ({ recipient }) => recipient.name },
              { head: 'State', cell: mail => <State mail={mail} /> },
              { head: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            ]}
          />
        )}
      </PagedList>
    </Card>
  );
}

function State({ mail: { state, skipReason, error } }: { mail: Mail }) {
  const [label, tone] = STATES[state];
  const reason = skipReason ? REASONS[skipReason] : error;
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {reason && <p class="hint">{reason}</p>}
    </>
  );
}
