import { useSignal } from '@preact/signals';
import { OAUTH_PLATFORMS } from '../../../../db/enums.ts';
import type { Connection } from '../../../connections/model.ts';
import { api, send } from '../../data/api.ts';
import { formatWord, plural } from '../../data/format.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, CopyButton } from '../../ui/components.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

const READ = { page: 1, perPage: 50 };
const read = (abort: { fetch?: { signal: AbortSignal } }) =>
  send(api.connections.get({ query: READ, ...abort }));
type List = Resource<Awaited<ReturnType<typeof read>>>;

const PLATFORMS = OAUTH_PLATFORMS.map(value => ({ value, label: formatWord(value) }));
const METHODS = [
  { value: 'bioCode', label: 'Add a code to my bio' },
  { value: 'oauth', label: 'Sign in with the platform' },
  { value: 'manual', label: 'Request manual verification' },
];

/** The customer's verified platform accounts. */
export function Connections() {
  const list = useResource(read, []);
  return (
    <Card title="Connected accounts">
      <p>Verify your accounts so businesses can approve your posts faster.</p>
      <Loaded resource={list} lines={2}>
        {({ items }) => {
          const shown = items.filter(({ status }) => status === 'connected' || status === 'pending');
          return (
            shown.length > 0 && (
              <ul class="rows">
                {shown.map(item => (
                  <Account key={item.id} item={item} list={list} />
                ))}
              </ul>
            )
          );
        }}
      </Loaded>
      <Connect list={list} />
    </Card>
  );
}

function Account({ item, list }: { item: Connection; list: List }) {
  const { platform, status, handle, followers, verificationCode } = item;
  const isAsking = useSignal(false);
  const close = () => {
    isAsking.value = false;
  };
  const remove = useAction(async () => {
    await send(api.oauth({ platform }).delete());
    close();
    toast('Account disconnected');
    list.reload();
  });
  return (
    <li>
      <div class="stack">
        <p>
          <strong>{formatWord(platform)}</strong> {handle}{' '}
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
            isAsking.value = true;
          }}
        >
          Disconnect
        </Button>
      )}
      {isAsking.value && (
        <Confirm
          title={`Disconnect ${formatWord(platform)}?`}
          verb="Disconnect"
          action={remove}
          onClose={close}
        >
          <p>Businesses will no longer see this account as verified.</p>
          <AsCode operation="disconnectPlatform" values={{ platform }} />
        </Confirm>
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
        <AsCode operation="verifyConnection" values={{ platform }} />
      </div>
    </>
  );
}

function Connect({ list }: { list: List }) {
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
        options={PLATFORMS}
        error={connect.of('platform')}
        isRequired
      />
      <SelectField label="Method" value={method} options={METHODS} error={connect.of('method')} isRequired />
      {!isByLogin && (
        <TextField
          label="Username"
          placeholder="@you"
          value={handle}
          error={connect.of('handle')}
          isRequired
        />
      )}
      <FormError error={connect.error.value} />
      <div class="actions">
        <Button type="submit" busy={connect.isBusy}>
          Connect account
        </Button>
        <AsCode operation="connectPlatform" values={body} />
      </div>
    </form>
  );
}
