import { useSignal } from '@preact/signals';
import type { Device, Place } from '../../../../places/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { businessId, tenantParams } from '../../../data/session.ts';
import { places as t } from '../../../messages/places/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState, FormError, Loaded } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';

const ALL = { page: 1, perPage: 100 };

/** The branches of the business and their shared devices. */
export default function Places() {
  const places = useResource(
    abort => send(api.business.places.get({ query: { ...ALL, ...tenantParams() }, ...abort })),
    [businessId.value],
    { live: ['business.place'] },
  );
  const devices = useResource(
    abort => send(api.business.devices.get({ query: { ...ALL, ...tenantParams() }, ...abort })),
    [businessId.value],
    { live: ['business.device'] },
  );
  return (
    <Loaded resource={places}>
      {({ items }) => (
        <div class="stack">
          <PlaceList places={items} onChanged={places.reload} />
          <Loaded resource={devices}>
            {page => <DeviceList devices={page.items} places={items} onChanged={devices.reload} />}
          </Loaded>
        </div>
      )}
    </Loaded>
  );
}

interface PlaceListProps {
  places: Place[];
  onChanged: () => void;
}

function PlaceList({ places, onChanged }: PlaceListProps) {
  const editing = useSignal<Place | 'new' | null>(null);
  const deleting = useSignal<Place | null>(null);
  const close = () => {
    editing.value = null;
    deleting.value = null;
  };
  const finish = () => {
    close();
    onChanged();
  };
  const add = (
    <Button
      isSmall
      kind="primary"
      icon="plus"
      onClick={() => {
        editing.value = 'new';
      }}
    >
      {t.addPlace}
    </Button>
  );
  return (
    <Card
      title={t.places}
      actions={
        <>
          {places.length > 0 && <CsvLink path="/business/places" values={tenantParams()} />}
          {add}
        </>
      }
    >
      {places.length === 0 ? (
        <EmptyState icon={SHOP_ICONS.store} title={t.none}>
          <p>{t.noneHow}</p>
        </EmptyState>
      ) : (
        <Table
          caption={t.places}
          items={places}
          keyOf={({ id }) => id}
          columns={[
            { head: t.name, cell: ({ name }) => name },
            {
              head: t.actions,
              cell: place => (
                <span class="row-actions">
                  <Button
                    isSmall
                    label={formatText(t.renameOf, { name: place.name })}
                    onClick={() => {
                      editing.value = place;
                    }}
                  >
                    {t.rename}
                  </Button>
                  <Button
                    isSmall
                    label={formatText(t.deleteOf, { name: place.name })}
                    onClick={() => {
                      deleting.value = place;
                    }}
                  >
                    {t.delete}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {editing.value && (
        <PlaceDialog
          place={editing.value === 'new' ? undefined : editing.value}
          onClose={close}
          onDone={finish}
        />
      )}
      {deleting.value && <DeleteDialog place={deleting.value} onClose={close} onDone={finish} />}
    </Card>
  );
}

interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** Adds a place, or renames one. */
function PlaceDialog({ place, onClose, onDone }: DialogProps & { place: Place | undefined }) {
  const name = useSignal(place?.name ?? '');
  const body = () => ({ name: name.value, ...(place ? {} : tenantParams()) });
  const save = useAction(async () => {
    if (place) await send(api.business.places({ id: place.id }).put(body()));
    else await send(api.business.places.post(body()));
    toast(place ? t.renamed : t.added);
    onDone();
  });
  return (
    <Dialog title={place ? t.renamePlace : t.addPlace} onClose={onClose}>
      <form onSubmit={save.submit}>
        <TextField label={t.name} value={name} error={save.fieldError('name')} hasAutofocus isRequired />
        <FormError error={save.error.value} />
        <footer>
          <ShowCodeButton
            operation={place ? 'renamePlace' : 'createPlace'}
            values={place ? { id: place.id, ...body() } : body()}
          />
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button type="submit" kind="primary" busy={save.isBusy}>
            {place ? t.renamePlace : t.addPlace}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function DeleteDialog({ place, onClose, onDone }: DialogProps & { place: Place }) {
  const remove = useAction(async () => {
    await send(api.business.places({ id: place.id }).delete());
    toast(t.deleted);
    onDone();
  });
  return (
    <ConfirmDialog
      title={formatText(t.deleteTitle, { name: place.name })}
      confirmLabel={t.deletePlace}
      isDanger
      action={remove}
      onClose={onClose}
    >
      <p>{t.deleteHow}</p>
    </ConfirmDialog>
  );
}

interface DeviceListProps {
  devices: Device[];
  places: Place[];
  onChanged: () => void;
}

function DeviceList({ devices, places, onChanged }: DeviceListProps) {
  const revoking = useSignal<Device | null>(null);
  const close = () => {
    revoking.value = null;
  };
  return (
    <Card
      title={t.devices}
      actions={
        <span class="row-actions">
          {devices.length > 0 && <CsvLink path="/business/devices" values={tenantParams()} />}
          <ButtonLink isSmall href="/dashboard/counter-report">
            {t.report}
          </ButtonLink>
          <ButtonLink isSmall href="/counter">
            {t.shareThis}
          </ButtonLink>
        </span>
      }
    >
      {devices.length === 0 ? (
        <p class="hint">{t.noDevices}</p>
      ) : (
        <Table
          caption={t.devices}
          items={devices}
          keyOf={({ id }) => id}
          columns={[
            { head: t.name, cell: ({ name }) => name },
            { head: t.place, cell: device => places.find(({ id }) => id === device.placeId)?.name },
            { head: t.device, cell: ({ description }) => description },
            { head: t.lastUsed, cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
            {
              head: t.actions,
              cell: device => (
                <Button
                  isSmall
                  label={formatText(t.revokeOf, { name: device.name })}
                  onClick={() => {
                    revoking.value = device;
                  }}
                >
                  {t.revoke}
                </Button>
              ),
            },
          ]}
        />
      )}
      {revoking.value && (
        <RevokeDialog
          device={revoking.value}
          onClose={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      )}
    </Card>
  );
}

function RevokeDialog({ device, onClose, onDone }: DialogProps & { device: Device }) {
  const revoke = useAction(async () => {
    await send(api.business.devices({ id: device.id }).delete());
    toast(t.revoked);
    onDone();
  });
  return (
    <ConfirmDialog
      title={formatText(t.revokeTitle, { name: device.name })}
      confirmLabel={t.revokeDevice}
      isDanger
      action={revoke}
      onClose={onClose}
    >
      <p>{t.revokeHow}</p>
    </ConfirmDialog>
  );
}
