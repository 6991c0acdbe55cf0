import { role } from '../../data/session.ts';
import { PageHead } from '../../ui/components.tsx';
import { Password, Profile, Sessions } from '../account-parts.tsx';
import { PinCard } from './pin-card.tsx';

/** The account of the logged-in user. */
export default function Account() {
  return (
    <>
      <PageHead title="Your account" />
      <Profile />
      <Password />
      {role.value === 'business' && <PinCard />}
      <Sessions />
    </>
  );
}
