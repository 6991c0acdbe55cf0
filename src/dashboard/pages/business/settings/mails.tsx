import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MAIL_STATES } from '../../../../../db/enums.ts';
import type { Mail, MailPreview } from '../../../../mailings/model.ts';
import { api, send } from '../../../data/api.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { mailings as t } from '../../../messages/mailings/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, FilterTabs, type Tone } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, FormError, Loaded } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { WithDetail } from '../../../ui/with-detail.tsx';

type Kind = MailPreview['kind'];

const KINDS: Kind[] = [
  'submission.decided',
  'reward.issued',
  'reward.expiring',
  'cashback.available',
  'tier.reached',
  'order.filled',
  'submission.waiting',
  'proposal.waiting',
  'business.weekly',
];
const TONES: Record<Mail['state'], Tone> = {
  waiting: 'info',
  sending: 'info',
  sent: 'good',
  failed: 'bad',
  skipped: 'neutral',
};
const FILTERS = MAIL_STATES.filter(value => value !== 'sending');

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
  const preview = useRead(api.business.mails({ kind: kind.value as Kind }).preview.get, tenantParams());
  const test = useAction(async () => {
    const mail = api.business.mails({ kind: kind.value as Kind });
    const { sentTo } = await send(mail.test.post(undefined, { query: tenantParams() }));
    toast(formatText(t.sentTo, { address: sentTo }));
  });
  return (
    <Card title={t.look} actions={<Badge>{t.ownersOnly}</Badge>}>
      <p>{t.lookHow}</p>
      <SelectField
        label={t.mail}
        value={kind}
        options={KINDS.map(value => ({ value, label: t.kinds[value] }))}
        isRequired
      />
      <Loaded resource={preview}>
        {({ from, subject, text, html }) => (
          <>
            <p class="break">
              <strong>{subject}</strong>
              <br />
              <span class="hint">{formatText(t.from, { address: from })}</span>
            </p>
            <HtmlPreview html={html} />
            <details>
              <summary>{t.textVersion}</summary>
              <pre class="break" dir="auto">
                {text}
              </pre>
            </details>
          </>
        )}
      </Loaded>
      <FormError error={test.error.value} />
      <div class="actions">
        <Button busy={test.isBusy} onClick={() => void test.run()}>
          {t.sendTest}
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
  return <div ref={host} class="mail-preview" role="img" aria-label={t.preview} inert />;
}

function SentMails() {
  const filters = { state: enumQuery('state', MAIL_STATES), ...pageQuery() };
  const list = useRead(api.business.mails.get, { ...filters, ...tenantParams() });
  return (
    <Card
      title={t.last90}
      actions={<CsvLink path="/business/mails" values={{ ...filters, ...tenantParams() }} />}
    >
      <FilterTabs
        name="state"
        label={t.state}
        options={[
          { value: '', label: t.all },
          ...FILTERS.map(value => ({ value, label: t.stateNames[value] })),
        ]}
      />
      <PagedList
        resource={list}
        empty={<EmptyState icon="inbox" title={filters.state ? t.noMatch : t.none} />}
      >
        {items => (
          <Table
            caption={t.mails}
            items={items}
            keyOf={mail => mail.id}
            columns={[
              { head: t.subject, cell: ({ subject, kind }) => subject ?? kind },
              { head: t.to, cell: ({ recipient }) => recipient.name },
              { head: t.state, cell: mail => <State mail={mail} /> },
              { head: t.created, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            ]}
          />
        )}
      </PagedList>
    </Card>
  );
}

function State({ mail: { state, skipReason, error } }: { mail: Mail }) {
  const reason = skipReason ? t.reasons[skipReason] : error;
  return (
    <WithDetail detail={reason}>
      <Badge tone={TONES[state]}>{t.stateNames[state]}</Badge>
    </WithDetail>
  );
}
