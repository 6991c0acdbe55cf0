import { useSignal } from '@preact/signals';
import { api, send } from '../../data/api.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

/** The user's PIN for shared devices. */
export function PinCard() {
  const account = useResource(abort => send(api.account.get({ ...abort })), []);
  return (
    <Loaded resource={account}>{({ hasPin }) => <PinForm hasPin={hasPin} onSaved={account.reload} />}</Loaded>
  );
}

function PinForm({ hasPin, onSaved }: { hasPin: boolean; onSaved: () => void }) {
  const pin = useSignal('');
  const save = useAction(async () => {
    await send(api.account.pin.put({ pin: pin.value }));
    pin.value = '';
    toast('PIN saved');
    onSaved();
  });
  const remove = useAction(async () => {
    await send(api.account.pin.put({ pin: null }));
    toast('PIN removed');
    onSaved();
  });
  return (
    <Card title="PIN for shared devices">
      <form onSubmit={save.submit}>
        <p>{hasPin ? 'You have a PIN.' : 'Set a PIN to sign in on the shared device at the counter.'}</p>
        <SecretField
          label="New PIN"
          inputMode="numeric"
          autocomplete="new-password"
          hint="4 to 6 digits, no sequences or repeated digits."
          value={pin}
          maxLength={6}
          error={save.fieldError('pin')}
          isRequired
        />
        <FormError error={save.error.value ?? remove.error.value} />
        <footer>
          {hasPin && (
            <Button busy={remove.isBusy} onClick={() => void remove.run()}>
              Remove PIN
            </Button>
          )}
          <Button type="submit" kind="primary" busy={save.isBusy}>
            Save PIN
          </Button>
        </footer>
      </form>
    </Card>
  );
}
