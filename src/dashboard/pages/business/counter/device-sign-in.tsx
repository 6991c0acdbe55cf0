import { useSignal } from '@preact/signals';
import type { Place } from '../../../../places/model.ts';
import { api, send } from '../../../data/api.ts';
import { signInDevice } from '../../../data/device.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { device as t } from '../../../messages/device/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { EmptyState, FormError, Loaded } from '../../../ui/states.tsx';

const ALL_PLACES = { page: 1, perPage: 100 };

/** Makes this device a shared one at a place; for owners and managers. */
export function DeviceSignIn() {
  const list = useResource(
    abort => send(api.business.places.get({ query: { ...ALL_PLACES, ...tenantParams() }, ...abort })),
    [],
  );
  return (
    <Loaded resource={list}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={SHOP_ICONS.store} title={t.noPlace}>
            <p>{t.noPlaceHow}</p>
            <ButtonLink href="/dashboard/settings?section=places">{t.toSettings}</ButtonLink>
          </EmptyState>
        ) : (
          <DeviceForm places={items} />
        )
      }
    </Loaded>
  );
}

function DeviceForm({ places }: { places: Place[] }) {
  const [name, place] = [useSignal(''), useSignal(places[0]?.id ?? '')];
  const save = useAction(() => signInDevice(name.value, place.value));
  return (
    <Card title={t.share}>
      <form onSubmit={save.submit}>
        <p>{t.shareHow}</p>
        <TextField
          label={t.deviceName}
          hint={t.deviceNameHint}
          value={name}
          error={save.fieldError('name')}
          hasAutofocus
          isRequired
        />
        <SelectField
          label={t.place}
          value={place}
          options={places.map(({ id, name: label }) => ({ value: id, label }))}
          error={save.fieldError('placeId')}
          isRequired
        />
        <FormError error={save.error.value} />
        <footer>
          <ButtonLink href="/dashboard/settings?section=places">{shell.cancel}</ButtonLink>
          <Button type="submit" kind="primary" busy={save.isBusy}>
            {t.shareDevice}
          </Button>
        </footer>
      </form>
    </Card>
  );
}
