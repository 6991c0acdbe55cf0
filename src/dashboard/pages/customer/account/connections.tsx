import { useSignal } from '@preact/signals';
import type { Connection } from '../../../../connections/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatLabel } from '../../../data/format.ts';
import { PLATFORM_OPTIONS } from '../../../data/platforms.ts';
import { type Resource, useAction, useResource } from '../../../data/resource.ts';
import { account as t } from '../../../messages/account/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, CopyButton } from '../../../ui/components.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { disconnect } from '../../disconnect.tsx';

const READ = { page: 1, perPage: 50 };
const readConnections = (abort: { fetch?: { signal: AbortSignal } }) =>
  send(api.connections.get({ query: READ, ...abort }));
type List = Resource<Awaited<ReturnType<typeof readConnections>>>;

const METHODS = ['bioCode', 'oauth', 'manual'] as const;
type Method = (typeof METHODS)[number];

/** The customer's verified platform accounts. */
export function Connections() {
  const list = useResource(readConnections, []);
  return (
    <Card title={t.connected}>
      <p>{t.connectedHow}</p>
      <Loaded resource={list} lines={2}>
        {({ items }) => {
          const shown = items.filter(({ status }) => status === 'connected' || status === 'pending');
          return (
            shown.length > 0 && (
              <ul class="rows">
                {shown.map(item => (
                  <ConnectedAccount key={item.id} item={item} list={list} />
                ))}
              </ul>
            )
          );
        }}
      </Loaded>
      <details>
        <summary>{t.connectAccount}</summary>
        <ConnectForm list={list} />
      </details>
    </Card>
  );
}

function ConnectedAccount({ item, list }: { item: Connection; list: List }) {
  const { platform, status, handle, followers, verificationCode } = item;
  return (
    <li>
      <div class="stack">
        <p>
          <strong>{formatLabel(platform)}</strong> {handle}{' '}
          <Badge tone={status === 'connected' ? 'good' : 'info'}>
            {status === 'connected' ? t.isConnected : t.isPending}
          </Badge>
        </p>
        {followers !== null && <p class="hint">{formatText(t.followers, { count: followers })}</p>}
        {verificationCode && <BioCode item={item} code={verificationCode} list={list} />}
      </div>
      {status === 'connected' && (
        <Button isSmall onClick={() => disconnect(platform, t.disconnectHow, list.reload)}>
          {t.disconnect}
        </Button>
      )}
    </li>
  );
}

/** Verification without OAuth: the customer puts a code in the public profile. */
function BioCode({ item, code, list }: { item: Connection; code: string; list: List }) {
  const { platform, profileUrl, expiresAt } = item;
  const verify = useAction(async () => {
    const { status } = await send(api.oauth({ platform }).verify.post({}));
    toast(status === 'connected' ? t.accountConnected : t.codeNotFound);
    list.reload();
  });
  return (
    <>
      <p>
        {formatText(t.bioCode, { code })}{' '}
        {profileUrl && (
          <a href={profileUrl} target="_blank" rel="noreferrer noopener">
            {t.openProfile}
          </a>
        )}
      </p>
      <p class="hint">
        {t.validUntil} <RelativeTime at={expiresAt} />
      </p>
      <FormError error={verify.error.value} />
      <div class="actions">
        <CopyButton text={code} label={t.copyCode} />
        <Button isSmall kind="primary" busy={verify.isBusy} onClick={() => void verify.run()}>
          {t.checkCode}
        </Button>
      </div>
    </>
  );
}

function ConnectForm({ list }: { list: List }) {
  const [platform, method, handle] = [useSignal('instagram'), useSignal<Method>('bioCode'), useSignal('')];
  const isByLogin = method.value === 'oauth';
  const body = {
    platform: platform.value,
    method: method.value as Connection['method'],
    handle: isByLogin ? undefined : handle.value,
  };
  const connect = useAction(async () => {
    const { authorizationUrl } = await send(api.oauth.connect.post(body));
    if (authorizationUrl) location.assign(authorizationUrl);
    else list.reload();
  });
  return (
    <Form class="stack" action={connect}>
      <SelectField
        label={t.platform}
        value={platform}
        options={PLATFORM_OPTIONS}
        name="platform"
        isRequired
      />
      <SelectField
        label={t.method}
        hint={t.methodHints[method.value]}
        value={method}
        options={METHODS.map(value => ({ value, label: t.methods[value] }))}
        name="method"
        isRequired
      />
      {!isByLogin && (
        <TextField label={t.username} placeholder="@you" value={handle} name="handle" isRequired />
      )}
      <FormActions label={t.connectAccount} kind="plain" />
    </Form>
  );
}
