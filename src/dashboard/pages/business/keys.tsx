import { useSignal } from '@preact/signals';
import type { ApiKey, User } from '../../../auth/model.ts';
import { api, send } from '../../data/api.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, PageHead } from '../../ui/components.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Paging, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { NewKeyDialog } from './new-key.tsx';

type Asking = { what: 'rotate' | 'revoke'; key: ApiKey };

/** The keys by which programs act for the business. */
export default function Keys() {
  const asked = { ...pageQuery(), ...tenant() };
  const list = useResource(
    abort => send(api['api-keys'].get({ query: asked, ...abort })),
    [asked.page, businessId.value],
    { live: ['apiKey.'] },
  );
  const people = useResource(
    abort => send(api.business.users.get({ query: { ...EVERYBODY, ...tenant() }, ...abort })),
    [businessId.value],
  );
  const isAdding = useSignal(false);
  const asking = useSignal<Asking | null>(null);
  const secret = useSignal<string | null>(null);
  const add = () => {
    isAdding.value = true;
  };
  const issued = (key: string) => {
    isAdding.value = false;
    asking.value = null;
    secret.value = key;
    list.reload();
  };
  const close = () => {
    isAdding.value = false;
    asking.value = null;
  };
  return (
    <>
      <PageHead
        title="API keys"
        intro="A key lets a program act for your business: a till, a shop, an agent."
      >
        <AsCode operation="listApiKeys" values={asked} />
        <Button kind="primary" icon="plus" onClick={add}>
          New key
        </Button>
      </PageHead>
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty icon="key" title="No keys yet">
            <p>API keys let other apps connect.</p>
            <Button kind="primary" icon="plus" onClick={add}>
              Create API key
            </Button>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <KeyTable
              keys={items}
              people={people.data.value?.items ?? []}
              onAsk={next => {
                asking.value = next;
              }}
            />
            <Paging {...pagination} />
          </>
        )}
      </Loaded>
      {isAdding.value && <NewKeyDialog onClose={close} onIssued={issued} />}
      {asking.value?.what === 'rotate' && (
        <Rotate apiKey={asking.value.key} onClose={close} onIssued={issued} />
      )}
      {asking.value?.what === 'revoke' && (
        <Revoke
          apiKey={asking.value.key}
          onClose={close}
          onDone={() => {
            close();
            list.reload();
          }}
        />
      )}
      {secret.value && (
        <SecretDialog
          title="Your new key"
          hint="Give it to the program that needs it, and to nobody else."
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </>
  );
}

const ALL_SCOPES = 5;
/** More people than this are rare; a creator beyond them is shown by id. */
const EVERYBODY = { page: 1, perPage: 100 };

interface KeyTableProps {
  keys: ApiKey[];
  people: User[];
  onAsk: (asking: Asking) => void;
}

function KeyTable({ keys, people, onAsk }: KeyTableProps) {
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
          head: 'May',
          cell: ({ scopes }) =>
            scopes.length === ALL_SCOPES ? (
              'everything'
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
          cell: ({ createdBy }) => (createdBy === null ? 'unknown' : (names.get(createdBy) ?? createdBy)),
        },
        {
          head: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'never'),
        },
        {
          head: 'Change',
          cell: key => (
            <span class="row-actions">
              <Button isSmall onClick={() => onAsk({ what: 'rotate', key })}>
                New secret
              </Button>
              <Button isSmall onClick={() => onAsk({ what: 'revoke', key })}>
                Revoke
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}

const GRACES = [
  { value: '0', label: 'At once' },
  { value: '15', label: 'After 15 minutes' },
  { value: '60', label: 'After an hour' },
  { value: '1440', label: 'After a day' },
];

interface RotateProps {
  apiKey: ApiKey;
  onClose: () => void;
  onIssued: (secret: string) => void;
}

function Rotate({ apiKey: { id, name }, onClose, onIssued }: RotateProps) {
  const grace = useSignal('60');
  const rotate = useAction(async () => {
    const { key } = await send(api['api-keys']({ id }).rotate.post({ graceMinutes: Number(grace.value) }));
    onIssued(key);
  });
  return (
    <Confirm title={`A new secret for ${name}?`} verb="Make a new secret" action={rotate} onClose={onClose}>
      <p>Until the old secret stops, both work: time to put the new one in its place.</p>
      <SelectField label="The old secret stops" value={grace} options={GRACES} isRequired />
      <AsCode operation="rotateApiKey" values={{ id, graceMinutes: Number(grace.value) }} />
    </Confirm>
  );
}

interface RevokeProps {
  apiKey: ApiKey;
  onClose: () => void;
  onDone: () => void;
}

function Revoke({ apiKey: { id, name }, onClose, onDone }: RevokeProps) {
  const revoke = useAction(async () => {
    await send(api['api-keys']({ id }).delete());
    toast(`${name} is revoked`);
    onDone();
  });
  return (
    <Confirm title={`Revoke ${name}?`} verb="Revoke key" isDanger action={revoke} onClose={onClose}>
      <p>Programs that use it are refused from now on. This cannot be taken back.</p>
      <AsCode operation="revokeApiKey" values={{ id }} />
    </Confirm>
  );
}
