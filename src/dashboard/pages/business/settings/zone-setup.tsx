import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Business } from '../../../../businesses/model.ts';
import { toUsableLocale } from '../../../../platform/intl.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { setShop, tenantParams } from '../../../data/session.ts';
import { deviceZone, hasDeviceZone, timeZone } from '../../../data/time-zone.ts';
import { locality as t } from '../../../messages/locality/index.ts';
import { formatText, LOCALE } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

const DISMISSED_KEY = 'zoneDismissed';

/** Gives the shop the zone of this device. @throws ApiError for a zone that the server does not know */
async function takeDeviceZone(also: { locale?: string } = {}): Promise<Business> {
  const saved = await send(api.business.put({ timeZone: deviceZone, ...also, ...tenantParams() }));
  setShop(saved);
  return saved;
}

/** Says in the set-up which time zone the shop has. A new shop gets the zone and the language of its owner's device. */
export function ShopZone({ business }: { business: Business }) {
  const zone = useSignal(business.timeZone);
  useEffect(() => {
    if (business.updatedAt !== business.createdAt || !hasDeviceZone) return;
    takeDeviceZone({ locale: toUsableLocale(navigator.language, LOCALE) }).then(
      saved => {
        zone.value = saved.timeZone;
      },
      // The shop keeps UTC, which the line below says.
      () => {},
    );
  }, [business.id]);
  return (
    <p class="hint">
      {formatText(t.shopZone, { zone: zone.value })} <a href="/dashboard/settings">{t.changeZone}</a>
    </p>
  );
}

/** Offers the zone of this device to a shop whose days are still those of UTC. */
export default function ZoneNotice() {
  const isDismissed = useSignal(localStorage.getItem(DISMISSED_KEY) !== null);
  const take = useAction(async () => {
    await takeDeviceZone();
    toast(formatText(t.nowFollow, { zone: deviceZone }));
  });
  if (isDismissed.value || timeZone.value !== 'UTC' || !hasDeviceZone) return null;
  return (
    <section class="pending-reviews" aria-label={t.timeZone}>
      <p>
        <RichText text={formatText(t.inUtc, { zone: deviceZone })} />
      </p>
      <FormError error={take.error.value} />
      <Button busy={take.isBusy} onClick={() => void take.run()}>
        {t.useZone}
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          localStorage.setItem(DISMISSED_KEY, 'yes');
          isDismissed.value = true;
        }}
      >
        {t.keepUtc}
      </Button>
    </section>
  );
}
