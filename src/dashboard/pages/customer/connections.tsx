import { useSignal } from '@preact/signals';
import { OAUTH_PLATFORMS } from '../../../../db/enums.ts';
import type { Connection } from '../../../connections/model.ts';
import { api, send } from '../../data/api.ts';
import { formatNumber, formatWord } from '../../data/format.ts';
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

/** Accounts on platforms that are proven to be this customer's: proof from them is trusted sooner. */
export function Connections() {
  const list = useResource(read, []);
  return (
    <Card title="Connected accounts">
      <p>Show once that an account is yours, and businesses can trust your posts sooner.</p>
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
    toast('Disconnected');
    list.reload();
  });
  return (
    <li>
      <div class="stack">
        <p>
          <strong>{formatWord(platform)}</strong> {handle}{' '}
          <Badge tone={status === 'connected' ? 'good' : 'info'}>
            {status === 'connected' ? 'connected' : 'not finished'}
          </Badge>
        </p>
        {followers !== null && <p class="hint">{formatNumber(followers)} followers</p>}
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
          <p>Businesses can no longer see that this account is yours.</p>
          <AsCode operation="disconnectPlatform" values={{ platform }} />
        </Confirm>
      )}
    </li>
  );
}

/** The way without a log-in: a code stands in the public profile for a moment. */
function BioCode({ item, code, list }: { item: Connection; code: string; list: List }) {
  const { platform, profileUrl, expiresAt } = item;
  const verify = useAction(async () => {
    const { status } = await send(api.oauth({ platform }).verify.post({}));
    toast(status === 'connected' ? 'Connected' : 'The code is not in your profile yet');
    list.reload();
  });
  return (
    <>
      <p>
        Put <code>{code}</code> into the text of your{' '}
        {profileUrl ? (
          <a href={profileUrl} target="_blank" rel="noreferrer noopener">
            profile
          </a>
        ) : (
          'profile'
        )}
        , then check. Good until <RelativeTime at={expiresAt} />.
      </p>
      <FormError error={verify.error.value} />
      <div class="actions">
        <CopyButton text={code} label="Copy code" />
        <Button isSmall kind="primary" busy={verify.isBusy} onClick={() => void verify.run()}>
          Check now
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
      <SelectField label="How" value={method} options={METHODS} error={connect.of('method')} isRequired />
      {!isByLogin && (
        <TextField
          label="Your account name there"
          placeholder="@you"
          value={handle}
          error={connect.of('handle')}
          isRequired
        />
      )}
      <FormError error={connect.error.value} />
      <div class="actions">
        <Button type="submit" busy={connect.isBusy}>
          Connect
        </Button>
        <AsCode operation="connectPlatform" values={body} />
      </div>
    </form>
  );
}
