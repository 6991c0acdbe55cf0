import { signal } from '@preact/signals';
import type { Passkey } from '../../auth/passkey-model.ts';
import { api, send } from '../data/api.ts';
import { createPasskey, explainNoPasskeys } from '../data/passkeys.ts';
import { useAction, useRead } from '../data/resource.ts';
import { useSignInOptions } from '../data/sign-in.ts';
import { passkeys as t } from '../messages/passkeys/index.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/components.tsx';
import { TextField } from '../ui/field.tsx';
import { openForm } from '../ui/open-form.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { FormError, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

/** Maximum passkeys of an account. */
const ALL = 20;

/** The user's passkeys, with buttons to add, rename and remove them. */
export default function PasskeysCard() {
  const query = { page: 1, perPage: ALL };
  const list = useRead(api.account.passkeys.get, query);
  const options = useSignInOptions().data.value;
  const rename = (passkey: Passkey) => {
    const name = signal(passkey.name);
    openForm({
      title: t.rename,
      submitLabel: t.rename,
      content: <TextField label={t.name} value={name} maxLength={100} name="name" isRequired />,
      run: async () => {
        await send(api.account.passkeys({ id: passkey.id }).put({ name: name.value }));
        list.reload();
      },
    });
  };
  const add = useAction(async () => {
    const created = await createPasskey();
    toast(t.passkeyAdded);
    list.reload();
    rename(created);
  });
  const remove = useAction(async ({ id }: Passkey) => {
    await send(api.account.passkeys({ id }).delete());
    toast(t.passkeyRemoved);
    list.reload();
  });
  const obstacle = options && explainNoPasskeys(options.passkeyHost);
  return (
    <Card title={t.passkeys}>
      <p>{t.passkeysHow}</p>
      <FormError error={add.error.value ?? remove.error.value} />
      <Loaded resource={list} lines={1}>
        {({ items }) =>
          items.length === 0 ? null : (
            <ul class="rows">
              {items.map(passkey => (
                <li key={passkey.id}>
                  <div>
                    <strong>{passkey.name}</strong>
                    <p class="hint">
                      {`${t.lastUsed} `}
                      <RelativeTime at={passkey.lastUsedAt} />
                      {` · ${t.added} `}
                      <RelativeTime at={passkey.createdAt} />
                    </p>
                  </div>
                  <div class="actions">
                    <Button isSmall label={`${t.rename}: ${passkey.name}`} onClick={() => rename(passkey)}>
                      {t.rename}
                    </Button>
                    <Button
                      isSmall
                      label={`${t.remove}: ${passkey.name}`}
                      onClick={() => void remove.run(passkey)}
                    >
                      {t.remove}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {obstacle ? (
        <p class="hint">{obstacle}</p>
      ) : (
        <div class="actions">
          <Button busy={add.isBusy} onClick={() => void add.run()}>
            {t.addPasskey}
          </Button>
        </div>
      )}
    </Card>
  );
}
