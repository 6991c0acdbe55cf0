import { useEffect } from 'preact/hooks';
import { api } from '../data/api.ts';
import { useRead } from '../data/resource.ts';
import { businessId, caller, chooseBusiness, setShop } from '../data/session.ts';
import { shell as t } from '../messages/shell/index.ts';

const MAX_BUSINESSES = 100;

/** Lets an admin choose the business to work in. */
export default function BusinessSelect() {
  const list = useRead(api.businesses.get, { page: 1, perPage: MAX_BUSINESSES });
  const items = list.data.value?.items ?? [];
  const [only] = items;
  const chosen = items.find(({ id }) => id === businessId.value);
  const isKnown = !!caller.value?.shop;
  // An admin's session names no shop.
  useEffect(() => {
    if (chosen && !isKnown) setShop(chosen);
  }, [chosen, isKnown]);
  const isChosen = items.length === 1 && only === chosen;
  if (isChosen) return <p class="tenant">{only?.name}</p>;
  return (
    <label class="choice">
      {t.business}
      <select
        value={businessId.value ?? ''}
        onChange={event => {
          chooseBusiness(event.currentTarget.value);
          location.reload();
        }}
      >
        <option value="">{t.allBusinesses}</option>
        {items.map(({ id, name }) => (
          <option key={id} value={id} selected={id === businessId.value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
