import { PageHead } from '../../ui/components.tsx';
import { Password, Profile, Sessions, useAccount } from '../account-parts.tsx';
import { Connections } from './connections.tsx';

/** The customer's profile, password, devices and connected accounts. */
export default function Account() {
  const record = useAccount();
  return (
    <div class="account-page">
      <PageHead title="Account" />
      <Profile record={record} />
      <Connections />
      <Password record={record} />
      <Sessions />
    </div>
  );
}
