import { useRef } from 'preact/hooks';
import { caller, hasPermission, role } from '../../../data/session.ts';
import { shell } from '../../../messages/shell/index.ts';
import { PageHead } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Password, Profile, Sessions } from '../../account-parts.tsx';
import { useAccount } from '../../unconfirmed-address.tsx';

const PinCard = lazyComponent(() => import('./pin-card.tsx'));
const TotpCard = lazyComponent(() => import('./totp-card.tsx'));
const PasskeysCard = lazyComponent(() => import('../../passkeys-card.tsx'));
const AppsCard = lazyComponent(() => import('./apps-card.tsx'));
const DataCard = lazyComponent(() => import('../../data-card.tsx'));
const NotificationSettings = lazyComponent(() => import('../../notification-settings.tsx'));

/** The account of the logged-in user. */
export default function Account() {
  const record = useAccount();
  // Keeps its place once it is set up, because it then shows the recovery codes.
  const isFirst = useRef(caller.value?.lacksSecondFactor).current;
  const totp = <TotpCard account={record.data.value} />;
  return (
    <div class="account-page">
      <PageHead title={shell.titles['Your account'] ?? 'Your account'} />
      {isFirst && totp}
      <Profile record={record} />
      <Password record={record} />
      <PasskeysCard />
      {!isFirst && totp}
      <NotificationSettings />
      {role.value === 'business' && <PinCard />}
      <Sessions />
      {hasPermission('keys') && <AppsCard />}
      <DataCard />
    </div>
  );
}
