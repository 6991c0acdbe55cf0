import { useEffect } from 'preact/hooks';
import { device, loadDevice } from '../../../data/device.ts';
import { useResource } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { caller, hasPermission } from '../../../data/session.ts';
import { device as t } from '../../../messages/device/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/components.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { DeviceSignIn } from './device-sign-in.tsx';
import { PinPad } from './pin-pad.tsx';

const COUNTER = '/dashboard/counter';

/** The first page of a shared device: sign the device in, then people by PIN. */
export default function DevicePage() {
  const state = useResource(async () => {
    await loadDevice();
    return true;
  }, []);
  const isSignedIn = caller.value?.isAtCounter === true;
  useEffect(() => {
    if (isSignedIn) navigate(COUNTER, { replace: true });
  }, [isSignedIn]);
  return (
    <>
      <PageHead title={device.value?.business.name ?? t.sharedDevice} />
      <Loaded resource={state}>{() => <DeviceStep />}</Loaded>
    </>
  );
}

function DeviceStep() {
  if (device.value && (caller.value === null || caller.value?.isAtCounter))
    return <PinPad state={device.value} onSignedIn={() => navigate(COUNTER, { replace: true })} />;
  if (caller.value && hasPermission('places')) return <DeviceSignIn />;
  return (
    <EmptyState icon={SHOP_ICONS.store} title={t.notSignedIn}>
      <p>{t.notSignedInHow}</p>
      <ButtonLink href="/login?next=/counter">{t.logIn}</ButtonLink>
    </EmptyState>
  );
}
