import type { Signal } from '@preact/signals';
import { api } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { counterReport as t } from '../../../messages/counterReport/index.ts';
import { SelectField } from '../../../ui/field.tsx';

const ALL = { page: 1, perPage: 100 };

/** Chooses the place where something happened. Hidden from businesses without places. @param value the place's ID; empty for none */
export function PlaceField({ value }: { value: Signal<string> }) {
  const places = useRead(api.business.places.get, { ...ALL, ...tenantParams() });
  const items = places.data.value?.items ?? [];
  if (items.length === 0) return null;
  const options = [
    { value: '', label: t.noPlace },
    ...items.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return <SelectField name="placeId" label={t.place} value={value} options={options} />;
}
