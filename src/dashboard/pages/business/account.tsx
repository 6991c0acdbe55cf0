import { PageHead } from '../../ui/components.tsx';
import { Password, Profile, Sessions } from '../account-parts.tsx';

/** The account of the logged-in user. */
export default function Account() {
  return (
    <>
      <PageHead title="Your account" />
      <Profile />
      <Password />
      <Sessions />
    </>
  );
}
