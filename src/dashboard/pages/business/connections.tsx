import { type Signal, useSignal } from '@preact/signals';
import type { CONNECTION_METHODS } from '../../../../db/enums.ts';
import type { Connection } from '../../../connections/model.ts';
import { api, send } from '../../data/api.ts';
import { formatNumber, formatWord } from '../../data/format.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CopyButton, StateBadge } from '../../ui/components.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { PLATFORMS } from './new-influencer.tsx';

type Method = (typeof CONNECTION_METHODS)[number];
const METHODS: { value: Method; label: string }[] = [
  { value: 'oauth', label: 'Sign in with the platform' },
  { value: 'bioCode', label: 'Add a code to the bio' },
  { value: 'manual', label: 'Request manual verification' },
];
const ALL = { page: 1, perPage: 50 };

/** The business's platform accounts. */
export function Connections() {
  const list = useResource(
    abort => send(api.connections.get({ query: { ...ALL, ...tenant() }, ...abort })),
    [businessId.value],
    { live: ['platform.'] },
  );
  const isAdding = useSignal(false);
  const leaving = useSignal<Connection | null>(null);
  const close = () => {
    isAdding.value = false;
    leaving.value = null;
  };
  const add = () => {
    isAdding.value = true;
  };
  return (
    <Card
      title="Connected accounts"
      actions={
        <Button isSmall icon="link" onClick={add}>
          Connect account
        </Button>
      }
    >
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty icon="link" title="No connected accounts">
            <p>Connect an account to verify that it's yours and to track its followers.</p>
          </Empty>
        }
      >
        {({ items }) => <ConnectionTable items={items} onVerified={list.reload} leaving={leaving} />}
      </Loaded>
      {isAdding.value && (
        <ConnectDialog
          onClose={close}
          onBegun={() => {
            close();
            list.reload();
          }}
        />
      )}
      {leaving.value && (
        <Disconnect
          platform={leaving.value.platform}
          onClose={close}
          onDone={() => {
            close();
            list.reload();
          }}
        />
      )}
    </Card>
  );
}

interface TableProps {
  items: Connection[];
  onVerified: () => void;
  leaving: Signal<Connection | null>;
}

function ConnectionTable({ items, onVerified, leaving }: TableProps) {
  const verify = useAction(async (platform: string) => {
    const { status } = await send(api.oauth({ platform }).verify.post(undefined, { query: tenant() }));
    toast(status === 'connected' ? 'Account connected' : 'Code not found in the profile');
    onVerified();
  });
  return (
    <>
      <FormError error={verify.error.value} />
      <Table
        caption="Connected accounts"
        items={items}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Platform', cell: ({ platform }) => formatWord(platform) },
          { head: 'Account', cell: ({ handle, displayName }) => handle ?? displayName ?? '–' },
          {
            head: 'State',
            cell: ({ status }) => <StateBadge state={status === 'connected' ? 'confirmed' : status} />,
          },
          {
            head: 'Followers',
            isNumber: true,
            cell: ({ followers }) => (followers === null ? '–' : formatNumber(followers)),
          },
          {
            head: 'Verification code',
            cell: ({ verificationCode }) =>
              verificationCode ? (
                <span class="row-actions">
                  <code>{verificationCode}</code>
                  <CopyButton text={verificationCode} />
                </span>
              ) : (
                '–'
              ),
          },
          {
            head: 'Connected',
            cell: ({ connectedAt, createdAt }) => <RelativeTime at={connectedAt ?? createdAt} />,
          },
          {
            head: 'Actions',
            cell: connection => (
              <span class="row-actions">
                {connection.verificationCode && (
                  <Button isSmall busy={verify.isBusy} onClick={() => void verify.run(connection.platform)}>
                    Check code
                  </Button>
                )}
                {(connection.status === 'connected' || connection.status === 'pending') && (
                  <Button
                    isSmall
                    onClick={() => {
                      leaving.value = connection;
                    }}
                  >
                    Disconnect
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}

interface ConnectProps {
  onClose: () => void;
  onBegun: () => void;
}

function ConnectDialog({ onClose, onBegun }: ConnectProps) {
  const [platform, method, handle] = [useSignal('instagram'), useSignal<string>('oauth'), useSignal('')];
  const buildBody = () => ({
    platform: platform.value,
    method: METHODS.find(({ value }) => value === method.value)?.value,
    handle: handle.value || undefined,
    ...tenant(),
  });
  const connect = useAction(async () => {
    const { authorizationUrl, verificationCode } = await send(api.oauth.connect.post(buildBody()));
    if (authorizationUrl) {
      location.assign(authorizationUrl);
      return;
    }
    toast(verificationCode ? 'Add the code to the bio, then check it' : 'Verification requested');
    onBegun();
  });
  return (
    <Dialog title="Connect account" onClose={onClose}>
      <form onSubmit={connect.submit}>
        <SelectField
          label="Platform"
          value={platform}
          options={PLATFORMS}
          error={connect.of('platform')}
          isRequired
        />
        <SelectField
          label="Method"
          value={method}
          options={METHODS}
          error={connect.of('method')}
          isRequired
        />
        {method.value !== 'oauth' && (
          <TextField label="Handle" value={handle} error={connect.of('handle')} isRequired />
        )}
        <FormError error={connect.error.value} />
        <footer>
          <AsCode operation="connectPlatform" values={buildBody()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={connect.isBusy}>
            Connect account
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface DisconnectProps {
  platform: string;
  onClose: () => void;
  onDone: () => void;
}

function Disconnect({ platform, onClose, onDone }: DisconnectProps) {
  const disconnect = useAction(async () => {
    await send(api.oauth({ platform }).delete(undefined, { query: tenant() }));
    toast('Account disconnected');
    onDone();
  });
  return (
    <Confirm
      title={`Disconnect ${formatWord(platform)}?`}
      verb="Disconnect account"
      isDanger
      action={disconnect}
      onClose={onClose}
    >
      <p>Access to this account is removed. You can connect it again later.</p>
      <AsCode operation="disconnectPlatform" values={{ platform }} />
    </Confirm>
  );
}
