import { useSignal } from '@preact/signals';
import type { ApiKey, User } from '../../../auth/model.ts';
import { api, send } from '../../data/api.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
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
        title="API keys"
        intro="API keys let a point of sale, online store or agent act for your business."
        call={{ operation: 'listApiKeys', values: filters }}
        create={{ label: 'Create API key', onClick: add }}
        resource={list}
        empty={{
          icon: 'key',
          title: 'No API keys yet',
          children: (
            <p>Create one per app, so that you can revoke it alone. You need none for this dashboard.</p>
          ),
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
      {isAdding.value && <NewKeyDialog onClose={close} onIssued={showSecret('API key created')} />}
      {openDialog.value?.action === 'rotate' && (
        <RotateKeyDialog
          apiKey={openDialog.value.key}
          onClose={close}
          onIssued={showSecret('Secret rotated')}
        />
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
          hint="Store it in the app that needs it. Don't share it with anyone else."
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
      caption="API keys"
      items={keys}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: ({ name }) => name },
        { head: 'Ends with', cell: ({ last4 }) => <code>…{last4}</code> },
        {
          head: 'Scopes',
          cell: ({ scopes }) =>
            scopes.length === ALL_SCOPES ? (
              'All'
            ) : (
              <span class="tags">
                {scopes.map(scope => (
                  <Badge key={scope}>{scope}</Badge>
                ))}
              </span>
            ),
        },
        { head: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        {
          head: 'Created by',
          cell: ({ createdBy }) => (createdBy === null ? 'Unknown' : (names.get(createdBy) ?? createdBy)),
        },
        {
          head: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Never'),
        },
        {
          head: 'Actions',
          cell: key => (
            <span class="row-actions">
              <Button isSmall onClick={() => onOpenDialog({ action: 'rotate', key })}>
                Rotate secret
              </Button>
              <Button isSmall onClick={() => onOpenDialog({ action: 'revoke', key })}>
                Revoke key
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}

const GRACE_PERIODS = [
  { value: '0', label: 'Immediately' },
  { value: '15', label: 'After 15 minutes' },
  { value: '60', label: 'After 1 hour' },
  { value: '1440', label: 'After 24 hours' },
];

interface RotateProps {
  apiKey: ApiKey;
  onClose: () => void;
  onIssued: (secret: string) => void;
}

function RotateKeyDialog({ apiKey: { id, name }, onClose, onIssued }: RotateProps) {
  const grace = useSignal('60');
  const rotate = useAction(async () => {
    const { key } = await send(api['api-keys']({ id }).rotate.post({ graceMinutes: Number(grace.value) }));
    onIssued(key);
  });
  return (
    <ConfirmDialog
      title={`Rotate the secret of ${name}?`}
      confirmLabel="Rotate secret"
      action={rotate}
      onClose={onClose}
    >
      <p>Both secrets work until the old one expires, so you have time to replace it.</p>
      <SelectField label="Old secret expires" value={grace} options={GRACE_PERIODS} isRequired />
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
    toast(`API key ${name} revoked`);
    onDone();
  });
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      confirmLabel="Revoke key"
      isDanger
      action={revoke}
      onClose={onClose}
    >
      <p>Apps using this key lose access immediately. This can't be undone.</p>
      <ShowCodeButton operation="revokeApiKey" values={{ id }} />
    </ConfirmDialog>
  );
}
