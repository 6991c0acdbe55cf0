import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Place } from '../../../../places/model.ts';
import { api, send } from '../../../data/api.ts';
import { signInDevice } from '../../../data/device.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { device as t } from '../../../messages/device/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';

const ALL_PLACES = { page: 1, perPage: 100 };
const MAX_PIN_DIGITS = 6;

/** Makes this device a shared one at a place; for owners and managers. Asks for what is missing: a place, the own PIN. */
export function DeviceSignIn() {
  const state = useResource(async abort => {
    const places = send(api.business.places.get({ query: { ...ALL_PLACES, ...tenantParams() }, ...abort }));
    const account = send(api.account.get({ ...abort }));
    return { places: (await places).items, hasPin: (await account).hasPin };
  }, []);
  return <Loaded resource={state}>{data => <DeviceForm {...data} />}</Loaded>;
}

interface DeviceFormProps {
  places: Place[];
  /** Whether the user can sign in on the device afterwards. */
  hasPin: boolean;
}

function DeviceForm({ places, hasPin }: DeviceFormProps) {
  const [name, place] = [useSignal(t.deviceDefault), useSignal(places[0]?.id ?? '')];
  const [placeName, pin] = [useSignal(''), useSignal('')];
  const isPinSet = useRef(hasPin);
  const save = useAction(async () => {
    if (!isPinSet.current) await send(api.account.pin.put({ pin: pin.value }));
    // A second attempt continues where the first one failed.
    isPinSet.current = true;
    place.value ||= (await send(api.business.places.post({ name: placeName.value, ...tenantParams() }))).id;
    await signInDevice(name.value, place.value);
  });
  return (
    <Card title={t.share}>
      <Form action={save}>
        <p>{t.shareHow}</p>
        <TextField label={t.deviceName} hint={t.deviceNameHint} value={name} name="name" isRequired />
        {places.length > 0 ? (
          <SelectField
            label={t.place}
            value={place}
            options={places.map(({ id, name: label }) => ({ value: id, label }))}
            name="placeId"
            isRequired
          />
        ) : (
          <TextField label={t.placeName} hint={t.placeNameHint} value={placeName} hasAutofocus isRequired />
        )}
        {!hasPin && (
          <SecretField
            label={t.ownPin}
            inputMode="numeric"
            hint={t.ownPinHint}
            value={pin}
            maxLength={MAX_PIN_DIGITS}
            name="pin"
            isRequired
          />
        )}
        <FormError error={save.error.value} />
        <footer>
          <ButtonLink href="/dashboard/settings?section=places">{shell.cancel}</ButtonLink>
          <SubmitButton>{t.shareDevice}</SubmitButton>
        </footer>
      </Form>
    </Card>
  );
}
