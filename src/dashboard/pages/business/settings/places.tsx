import { signal } from '@preact/signals';
import type { Device, Place } from '../../../../places/model.ts';
import { api, send } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { places as t } from '../../../messages/places/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { TextField } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';

const ALL = { page: 1, perPage: 100 };

/** The branches of the business and their shared devices. */
export default function Places() {
  const places = useRead(
    api.business.places.get,
    { ...ALL, ...tenantParams() },
    { live: ['business.place'] },
  );
  const devices = useRead(
    api.business.devices.get,
    { ...ALL, ...tenantParams() },
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
  const edit = (place?: Place) => {
    const name = signal(place?.name ?? '');
    const body = () => ({ name: name.value, ...(place ? {} : tenantParams()) });
    openForm({
      title: place ? t.renamePlace : t.addPlace,
      submitLabel: place ? t.renamePlace : t.addPlace,
      content: <TextField label={t.name} value={name} name="name" hasAutofocus isRequired />,
      call: () => ({
        operation: place ? 'renamePlace' : 'createPlace',
        values: place ? { id: place.id, ...body() } : body(),
      }),
      run: async () => {
        if (place) await send(api.business.places({ id: place.id }).put(body()));
        else await send(api.business.places.post(body()));
        toast(place ? t.renamed : t.added);
        onChanged();
      },
    });
  };
  const remove = ({ id, name }: Place) =>
    openForm({
      title: formatText(t.deleteTitle, { name }),
      submitLabel: t.deletePlace,
      isDanger: true,
      content: t.deleteHow,
      run: async () => {
        await send(api.business.places({ id }).delete());
        toast(t.deleted);
        onChanged();
      },
    });
  return (
    <Card
      title={t.places}
      actions={
        <>
          {places.length > 0 && <CsvLink path="/business/places" values={tenantParams()} />}
          <Button isSmall kind="primary" icon="plus" onClick={() => edit()}>
            {t.addPlace}
          </Button>
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
              hasButtons: true,
              cell: place => (
                <span class="row-actions">
                  <Button
                    isSmall
                    label={formatText(t.renameOf, { name: place.name })}
                    onClick={() => edit(place)}
                  >
                    {t.rename}
                  </Button>
                  <Button
                    isSmall
                    label={formatText(t.deleteOf, { name: place.name })}
                    onClick={() => remove(place)}
                  >
                    {t.delete}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

interface DeviceListProps {
  devices: Device[];
  places: Place[];
  onChanged: () => void;
}

function DeviceList({ devices, places, onChanged }: DeviceListProps) {
  const revoke = ({ id, name }: Device) =>
    openForm({
      title: formatText(t.revokeTitle, { name }),
      submitLabel: t.revokeDevice,
      isDanger: true,
      content: t.revokeHow,
      run: async () => {
        await send(api.business.devices({ id }).delete());
        toast(t.revoked);
        onChanged();
      },
    });
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
              hasButtons: true,
              cell: device => (
                <Button
                  isSmall
                  label={formatText(t.revokeOf, { name: device.name })}
                  onClick={() => revoke(device)}
                >
                  {t.revoke}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
