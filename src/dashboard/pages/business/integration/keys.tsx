import { signal } from '@preact/signals';
import type { ApiKey, User } from '../../../../auth/model.ts';
import type { Mandate } from '../../../../mandates/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatLastDay, formatMoney } from '../../../data/format.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { keys as t } from '../../../messages/keys/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/components.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { showSecret } from '../../../ui/show-secret.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { DeleteTestDataButton } from './delete-test-data.tsx';

const NewKeyDialog = lazyComponent(() => import('./new-key.tsx'));

/** The business's API keys. */
export default function Keys() {
  const filters = { ...pageQuery(), ...tenantParams() };
  const list = useRead(api['api-keys'].get, filters, { live: ['apiKey.'] });
  const people = useRead(api.business.users.get, { ...FIRST_100, ...tenantParams() });
  const showKey = (title: string) => (secret: string) => {
    showSecret({ title, hint: t.secretHint, secret });
    list.reload();
  };
  const add = () => openDialog(close => <NewKeyDialog onClose={close} onIssued={showKey(t.created)} />);
  return (
    <ListPage
      title={t.title}
      intro={t.intro}
      call={{ operation: 'listApiKeys', values: filters }}
      csvPath="/api-keys"
      create={{ label: t.create, onClick: add }}
      actions={list.data.value?.items.some(({ test }) => test) && <DeleteTestDataButton />}
      resource={list}
      empty={{
        icon: 'key',
        title: t.none,
        children: <p>{t.noneHow}</p>,
      }}
    >
      {items => (
        <KeyTable
          keys={items}
          people={people.data.value?.items ?? []}
          onRotate={key => rotateKey(key, showKey(t.rotated))}
          onRevoke={key => revokeKey(key, list.reload)}
        />
      )}
    </ListPage>
  );
}

const ALL_SCOPES = 5;
/** Team members whose names are loaded; others are shown by ID. */
const FIRST_100 = { page: 1, perPage: 100 };

interface KeyTableProps {
  keys: ApiKey[];
  people: User[];
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

function KeyTable({ keys, people, onRotate, onRevoke }: KeyTableProps) {
  const names = new Map([...people, ...keys].map(({ id, name }) => [id, name]));
  return (
    <Table
      caption={t.title}
      items={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t.name,
          cell: ({ name, test, app, kind }) => (
            <span class="tags">
              {name} {kind === 'agent' && <Badge>{t.agent}</Badge>}
              {test && <Badge tone="info">{t.test}</Badge>}
              {app && <Badge>{app}</Badge>}
            </span>
          ),
        },
        { head: t.endsWith, cell: ({ last4 }) => <code>…{last4}</code> },
        {
          head: t.scopes,
          cell: ({ scopes, mandate, spent = 0 }) =>
            mandate ? (
              <Spending mandate={mandate} spent={spent} />
            ) : scopes.length === ALL_SCOPES ? (
              t.all
            ) : (
              <span class="tags">
                {scopes.map(scope => (
                  <Badge key={scope}>{scope}</Badge>
                ))}
              </span>
            ),
        },
        { head: t.createdAt, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        {
          head: t.createdBy,
          cell: ({ createdBy }) => (createdBy === null ? t.unknown : (names.get(createdBy) ?? createdBy)),
        },
        {
          head: t.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t.never),
        },
        {
          head: t.actions,
          hasButtons: true,
          cell: key => (
            <span class="row-actions">
              {key.app === null && (
                <Button isSmall onClick={() => onRotate(key)}>
                  {t.rotate}
                </Button>
              )}
              <Button isSmall onClick={() => onRevoke(key)}>
                {t.revoke}
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}

/** Shows how much of its budget an agent has spent, and its last day. */
function Spending({ mandate, spent }: { mandate: Mandate; spent: number }) {
  const { budget, expiresAt } = mandate;
  const amounts = { spent: formatMoney(spent), budget: formatMoney(budget.amount) };
  return (
    <div>
      {formatText(t.spent[budget.window], amounts)}
      <p class="hint">{formatText(t.until, { date: formatLastDay(expiresAt) })}</p>
    </div>
  );
}

const GRACE_MINUTES = { now: '0', quarter: '15', hour: '60', day: '1440' };
const listGracePeriods = () => [
  { value: GRACE_MINUTES.now, label: t.grace.now },
  { value: GRACE_MINUTES.quarter, label: t.grace.quarter },
  { value: GRACE_MINUTES.hour, label: t.grace.hour },
  { value: GRACE_MINUTES.day, label: t.grace.day },
];

function rotateKey({ id, name }: ApiKey, onIssued: (secret: string) => void): void {
  const grace = signal(GRACE_MINUTES.hour);
  const body = () => ({ graceMinutes: Number(grace.value) });
  openForm({
    title: formatText(t.rotateTitle, { name }),
    submitLabel: t.rotate,
    content: (
      <>
        <p>{t.rotateHow}</p>
        <SelectField label={t.oldExpires} value={grace} options={listGracePeriods()} isRequired />
      </>
    ),
    call: () => ({ operation: 'rotateApiKey', values: { id, ...body() } }),
    run: async () => onIssued((await send(api['api-keys']({ id }).rotate.post(body()))).key),
  });
}

function revokeKey({ id, name }: ApiKey, onRevoked: () => void): void {
  openForm({
    title: formatText(t.revokeTitle, { name }),
    submitLabel: t.revoke,
    isDanger: true,
    content: t.revokeHow,
    call: { operation: 'revokeApiKey', values: { id } },
    run: async () => {
      await send(api['api-keys']({ id }).delete());
      toast(formatText(t.revoked, { name }));
      onRevoked();
    },
  });
}
