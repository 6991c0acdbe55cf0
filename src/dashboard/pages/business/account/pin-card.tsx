import { useSignal } from '@preact/signals';
import { api, send } from '../../../data/api.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { device as t } from '../../../messages/device/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

/** The user's PIN for shared devices. */
export default function PinCard() {
  const account = useRead(api.account.get);
  return (
    <Loaded resource={account}>{({ hasPin }) => <PinForm hasPin={hasPin} onSaved={account.reload} />}</Loaded>
  );
}

function PinForm({ hasPin, onSaved }: { hasPin: boolean; onSaved: () => void }) {
  const pin = useSignal('');
  const save = useAction(async () => {
    await send(api.account.pin.put({ pin: pin.value }));
    pin.value = '';
    toast(t.pinSaved);
    onSaved();
  });
  const remove = useAction(async () => {
    await send(api.account.pin.put({ pin: null }));
    toast(t.pinRemoved);
    onSaved();
  });
  return (
    <Card title={t.pinTitle}>
      <Form action={save}>
        <p>{hasPin ? t.hasPin : t.setPin}</p>
        <SecretField
          label={t.newPin}
          inputMode="numeric"
          hint={t.pinHint}
          value={pin}
          maxLength={6}
          name="pin"
          isRequired
        />
        <FormError error={save.error.value ?? remove.error.value} />
        <div class="actions">
          <SubmitButton>{t.savePin}</SubmitButton>
          {hasPin && (
            <Button kind="quiet" busy={remove.isBusy} onClick={() => void remove.run()}>
              {t.removePin}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
