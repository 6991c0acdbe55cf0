import { useSignal } from '@preact/signals';
import type { Connection } from '../../../connections/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, plural } from '../../data/format.ts';
import { PLATFORM_OPTIONS } from '../../data/platforms.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, CopyButton } from '../../ui/components.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { DisconnectDialog } from '../disconnect-dialog.tsx';

const READ = { page: 1, perPage: 50 };
const readConnections = (abort: { fetch?: { signal: AbortSignal } }) =>
  send(api.connections.get({ query: READ, ...abort }));
type List = Resource<Awaited<ReturnType<typeof readConnections>>>;

/** Steps for the customer, by method. */
const EXPLANATIONS: Record<string, string> = {
  bioCode: 'You get a short code, put it in your profile for a minute, and press Check code.',
  oauth: 'You log in on the platform and come back. Your password stays there.',
  manual: 'The operator of this site compares your profile with your account. This can take some days.',
};

const METHODS = [
  { value: 'bioCode', label: 'Add a code to my bio' },
  { value: 'oauth', label: 'Log in to the platform' },
  { value: 'manual', label: 'Ask this site to check it' },
];

/** The customer's verified platform accounts. */
export function Connections() {
  const list = useResource(readConnections, []);
  return (
    <Card title="Connected accounts">
      <p>
        Optional. Show shops that a profile is yours, and they can approve your posts faster. Nothing is
        posted for you.
      </p>
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
        <summary>Connect an account</summary>
        <ConnectForm list={list} />
      </details>
    </Card>
  );
}

function ConnectedAccount({ item, list }: { item: Connection; list: List }) {
  const { platform, status, handle, followers, verificationCode } = item;
  const isConfirming = useSignal(false);
  const close = () => {
    isConfirming.value = false;
  };
  return (
    <li>
      <div class="stack">
        <p>
          <strong>{formatLabel(platform)}</strong> {handle}{' '}
          <Badge tone={status === 'connected' ? 'good' : 'info'}>
            {status === 'connected' ? 'Connected' : 'Pending verification'}
          </Badge>
        </p>
        {followers !== null && <p class="hint">{plural(followers, 'follower')}</p>}
        {verificationCode && <BioCode item={item} code={verificationCode} list={list} />}
      </div>
      {status === 'connected' && (
        <Button
          isSmall
          onClick={() => {
            isConfirming.value = true;
          }}
        >
          Disconnect
        </Button>
      )}
      {isConfirming.value && (
        <DisconnectDialog platform={platform} onClose={close} onDisconnected={list.reload}>
          <p>Businesses will no longer see this account as verified.</p>
        </DisconnectDialog>
      )}
    </li>
  );
}

/** Verification without OAuth: the customer puts a code in the public profile. */
function BioCode({ item, code, list }: { item: Connection; code: string; list: List }) {
  const { platform, profileUrl, expiresAt } = item;
  const verify = useAction(async () => {
    const { status } = await send(api.oauth({ platform }).verify.post({}));
    toast(status === 'connected' ? 'Account connected' : 'Code not found in your profile');
    list.reload();
  });
  return (
    <>
      <p>
        Add <code>{code}</code> to your{' '}
        {profileUrl ? (
          <a href={profileUrl} target="_blank" rel="noreferrer noopener">
            bio
          </a>
        ) : (
          'bio'
        )}
        , then check it. Valid until <RelativeTime at={expiresAt} />.
      </p>
      <FormError error={verify.error.value} />
      <div class="actions">
        <CopyButton text={code} label="Copy code" />
        <Button isSmall kind="primary" busy={verify.isBusy} onClick={() => void verify.run()}>
          Check code
        </Button>
      </div>
    </>
  );
}

function ConnectForm({ list }: { list: List }) {
  const [platform, method, handle] = [useSignal('instagram'), useSignal('bioCode'), useSignal('')];
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
    <form class="stack" onSubmit={connect.submit}>
      <SelectField
        label="Platform"
        value={platform}
        options={PLATFORM_OPTIONS}
        error={connect.fieldError('platform')}
        isRequired
      />
      <SelectField
        label="How to verify it"
        hint={EXPLANATIONS[method.value]}
        value={method}
        options={METHODS}
        error={connect.fieldError('method')}
        isRequired
      />
      {!isByLogin && (
        <TextField
          label="Username"
          placeholder="@you"
          value={handle}
          error={connect.fieldError('handle')}
          isRequired
        />
      )}
      <FormError error={connect.error.value} />
      <div class="actions">
        <Button type="submit" busy={connect.isBusy}>
          Connect account
        </Button>
      </div>
    </form>
  );
}
