import { useSignal } from '@preact/signals';
import type { ApiKey, User } from '../../../../auth/model.ts';
import { api, send } from '../../../data/api.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { businessId, tenantParams } from '../../../data/session.ts';
import { keys as t } from '../../../messages/keys/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/components.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { DeleteTestDataButton } from './delete-test-data.tsx';
import { NewKeyDialog } from './new-key.tsx';

type OpenDialog = { action: 'rotate' | 'revoke'; key: ApiKey };

/** The business's API keys. */
export default function Keys() {
  const filters = { ...pageQuery(), ...tenantParams() };
  const list = useResource(
    abort => send(api['api-keys'].get({ query: filters, ...abort })),
    [filters.page, businessId.value],
    { live: ['apiKey.'] },
  );
  const people = useResource(
    abort => send(api.business.users.get({ query: { ...FIRST_100, ...tenantParams() }, ...abort })),
    [businessId.value],
  );
  const isAdding = useSignal(false);
  const openDialog = useSignal<OpenDialog | null>(null);
  const issued = useSignal<{ title: string; secret: string } | null>(null);
  const add = () => {
    isAdding.value = true;
  };
  const showSecret = (title: string) => (secret: string) => {
    isAdding.value = false;
    openDialog.value = null;
    issued.value = { title, secret };
    list.reload();
  };
  const close = () => {
    isAdding.value = false;
    openDialog.value = null;
  };
  return (
    <>
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
            onOpenDialog={next => {
              openDialog.value = next;
            }}
          />
        )}
      </ListPage>
      {isAdding.value && <NewKeyDialog onClose={close} onIssued={showSecret(t.created)} />}
      {openDialog.value?.action === 'rotate' && (
        <RotateKeyDialog apiKey={openDialog.value.key} onClose={close} onIssued={showSecret(t.rotated)} />
      )}
      {openDialog.value?.action === 'revoke' && (
        <RevokeKeyDialog
          apiKey={openDialog.value.key}
          onClose={close}
          onDone={() => {
            close();
            list.reload();
          }}
        />
      )}
      {issued.value && (
        <SecretDialog
          {...issued.value}
          hint={t.secretHint}
          onClose={() => {
            issued.value = null;
          }}
        />
      )}
    </>
  );
}

const ALL_SCOPES = 5;
/** Team members whose names are loaded; others are shown by ID. */
const FIRST_100 = { page: 1, perPage: 100 };

interface KeyTableProps {
  keys: ApiKey[];
  people: User[];
  onOpenDialog: (openDialog: OpenDialog) => void;
}

function KeyTable({ keys, people, onOpenDialog }: KeyTableProps) {
  const names = new Map([...people, ...keys].map(({ id, name }) => [id, name]));
  return (
    <Table
      caption={t.title}
      items={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t.name,
          cell: ({ name, test }) => (
            <span class="tags">
              {name} {test && <Badge tone="info">{t.test}</Badge>}
            </span>
          ),
        },
        { head: t.endsWith, cell: ({ last4 }) => <code>…{last4}</code> },
        {
          head: t.scopes,
          cell: ({ scopes }) =>
            scopes.length === ALL_SCOPES ? (
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
          cell: key => (
            <span class="row-actions">
              <Button isSmall onClick={() => onOpenDialog({ action: 'rotate', key })}>
                {t.rotate}
              </Button>
              <Button isSmall onClick={() => onOpenDialog({ action: 'revoke', key })}>
                {t.revoke}
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}

const GRACE_MINUTES = { now: '0', quarter: '15', hour: '60', day: '1440' };
const listGracePeriods = () => [
  { value: GRACE_MINUTES.now, label: t.grace.now },
  { value: GRACE_MINUTES.quarter, label: t.grace.quarter },
  { value: GRACE_MINUTES.hour, label: t.grace.hour },
  { value: GRACE_MINUTES.day, label: t.grace.day },
];

interface RotateProps {
  apiKey: ApiKey;
  onClose: () => void;
  onIssued: (secret: string) => void;
}

function RotateKeyDialog({ apiKey: { id, name }, onClose, onIssued }: RotateProps) {
  const grace = useSignal(GRACE_MINUTES.hour);
  const rotate = useAction(async () => {
    const { key } = await send(api['api-keys']({ id }).rotate.post({ graceMinutes: Number(grace.value) }));
    onIssued(key);
  });
  return (
    <ConfirmDialog
      title={formatText(t.rotateTitle, { name })}
      confirmLabel={t.rotate}
      action={rotate}
      onClose={onClose}
    >
      <p>{t.rotateHow}</p>
      <SelectField label={t.oldExpires} value={grace} options={listGracePeriods()} isRequired />
      <ShowCodeButton operation="rotateApiKey" values={{ id, graceMinutes: Number(grace.value) }} />
    </ConfirmDialog>
  );
}

interface RevokeProps {
  apiKey: ApiKey;
  onClose: () => void;
  onDone: () => void;
}

function RevokeKeyDialog({ apiKey: { id, name }, onClose, onDone }: RevokeProps) {
  const revoke = useAction(async () => {
    await send(api['api-keys']({ id }).delete());
    toast(formatText(t.revoked, { name }));
    onDone();
  });
  return (
    <ConfirmDialog
      title={formatText(t.revokeTitle, { name })}
      confirmLabel={t.revoke}
      isDanger
      action={revoke}
      onClose={onClose}
    >
      <p>{t.revokeHow}</p>
      <ShowCodeButton operation="revokeApiKey" values={{ id }} />
    </ConfirmDialog>
  );
}
