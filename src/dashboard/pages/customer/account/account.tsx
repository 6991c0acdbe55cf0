import { useAction } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { caller, closeSession } from '../../../data/session.ts';
import { account as t } from '../../../messages/account/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Password, Profile, Sessions } from '../../account-parts.tsx';
import { useAccount } from '../../unconfirmed-address.tsx';
import { Connections } from './connections.tsx';

const PasskeysCard = lazyComponent(() => import('../../passkeys-card.tsx'));
const DataCard = lazyComponent(() => import('../../data-card.tsx'));
const NotificationSettings = lazyComponent(() => import('../../notification-settings.tsx'));

/** The customer's profile, password, connected accounts and devices, and the way out. */
export default function Account() {
  const record = useAccount();
  const logOut = useAction(async () => {
    await closeSession();
    navigate('/', { replace: true });
  });
  return (
    <div class="account-page">
      <PageHead title={shell.titles.Account ?? 'Account'} intro={caller.value?.user.email} />
      <Profile record={record} />
      <Password record={record} />
      <PasskeysCard />
      <NotificationSettings />
      <Connections />
      <Sessions />
      <DataCard />
      <div>
        <Button icon="out" busy={logOut.isBusy} onClick={() => void logOut.run()}>
          {t.logOutHere}
        </Button>
      </div>
    </div>
  );
}
