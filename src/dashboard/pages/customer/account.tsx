import { PageHead } from '../../ui/components.tsx';
import { Password, Profile, Sessions } from '../account-parts.tsx';
import { Connections } from './connections.tsx';

/** The customer's profile, password, devices and connected accounts. */
export default function Account() {
  return (
    <>
      <PageHead title="Account" />
      <Profile />
      <Connections />
      <Password />
      <Sessions />
    </>
  );
}
