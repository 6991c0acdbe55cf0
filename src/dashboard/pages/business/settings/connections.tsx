import { signal } from '@preact/signals';
import type { CONNECTION_METHODS } from '../../../../../db/enums.ts';
import type { Connection } from '../../../../connections/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatLabel, formatNumber } from '../../../data/format.ts';
import { PLATFORM_OPTIONS } from '../../../data/platforms.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { connections as t } from '../../../messages/connections/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CopyButton, StateBadge } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, FormError, Loaded } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { disconnect } from '../../disconnect.tsx';

type Method = (typeof CONNECTION_METHODS)[number];
const METHODS: Method[] = ['oauth', 'bioCode', 'manual'];
const ALL = { page: 1, perPage: 50 };

/** The business's platform accounts. */
export function Connections() {
  const list = useRead(api.connections.get, { ...ALL, ...tenantParams() }, { live: ['platform.'] });
  const add = () => connect(list.reload);
  return (
    <Card
      title={t.title}
      actions={
        <>
          <CsvLink path="/connections" values={tenantParams()} />
          <Button isSmall icon="link" onClick={add}>
            {t.connect}
          </Button>
        </>
      }
    >
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState icon="link" title={t.none}>
            <p>{t.noneHow}</p>
          </EmptyState>
        }
      >
        {({ items }) => <ConnectionTable items={items} onChanged={list.reload} />}
      </Loaded>
    </Card>
  );
}

interface TableProps {
  items: Connection[];
  onChanged: () => void;
}

function ConnectionTable({ items, onChanged }: TableProps) {
  const verify = useAction(async (platform: string) => {
    const { status } = await send(api.oauth({ platform }).verify.post(undefined, { query: tenantParams() }));
    toast(status === 'connected' ? t.connected : t.codeMissing);
    onChanged();
  });
  return (
    <>
      <FormError error={verify.error.value} />
      <Table
        isWide
        caption={t.title}
        items={items}
        keyOf={({ id }) => id}
        columns={[
          { head: t.platform, cell: ({ platform }) => formatLabel(platform) },
          { head: t.account, cell: ({ handle, displayName }) => handle ?? displayName ?? '–' },
          {
            head: t.status,
            cell: ({ status }) => {
              const state = status === 'connected' ? 'confirmed' : status;
              return <StateBadge state={state} label={t.stateNames[state]} />;
            },
          },
          {
            head: t.followers,
            isNumber: true,
            cell: ({ followers }) => (followers === null ? '–' : formatNumber(followers)),
          },
          {
            head: t.code,
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
            head: t.connectedAt,
            cell: ({ connectedAt, createdAt }) => <RelativeTime at={connectedAt ?? createdAt} />,
          },
          {
            head: t.actions,
            hasButtons: true,
            cell: connection => (
              <span class="row-actions">
                {connection.verificationCode && (
                  <Button isSmall busy={verify.isBusy} onClick={() => void verify.run(connection.platform)}>
                    {t.checkCode}
                  </Button>
                )}
                {(connection.status === 'connected' || connection.status === 'pending') && (
                  <Button isSmall onClick={() => disconnect(connection.platform, t.disconnectHow, onChanged)}>
                    {t.disconnect}
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

function connect(onStarted: () => void): void {
  const [platform, method, handle] = [signal('instagram'), signal<string>('oauth'), signal('')];
  const body = () => ({
    platform: platform.value,
    method: METHODS.find(known => known === method.value),
    handle: handle.value || undefined,
    ...tenantParams(),
  });
  openForm({
    title: t.connect,
    submitLabel: t.connect,
    content: () => (
      <>
        <SelectField
          label={t.platform}
          value={platform}
          options={PLATFORM_OPTIONS}
          name="platform"
          isRequired
        />
        <SelectField
          label={t.method}
          value={method}
          options={METHODS.map(value => ({ value, label: t.methods[value] }))}
          name="method"
          isRequired
        />
        {method.value !== 'oauth' && <TextField label={t.handle} value={handle} name="handle" isRequired />}
      </>
    ),
    call: () => ({ operation: 'connectPlatform', values: body() }),
    run: async () => {
      const { authorizationUrl, verificationCode } = await send(api.oauth.connect.post(body()));
      if (authorizationUrl) {
        location.assign(authorizationUrl);
        return;
      }
      toast(verificationCode ? t.addCode : t.requested);
      onStarted();
    },
  });
}
