import type { PageProps } from '../../data/router.ts';
import { caller } from '../../data/session.ts';
import { PageHead } from '../../ui/bits.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Browse } from './browse.tsx';

/** The start: for customers what is on offer, for everybody else what this is. */
export default function Home(_: PageProps) {
  return caller.value?.user.role === 'customer' ? <Browse /> : <Welcome />;
}

function Welcome() {
  const isBusiness = Boolean(caller.value);
  return (
    <div class="welcome">
      <PageHead
        title="Rewards for those who speak of you"
        intro="Customers show that they spoke of a business, the business approves, and the reward is redeemed at the till."
      />
      <div class="actions">
        {isBusiness ? (
          <ButtonLink href="/dashboard" kind="primary">
            Go to the dashboard
          </ButtonLink>
        ) : (
          <>
            <ButtonLink href="/login" kind="primary">
              Log in
            </ButtonLink>
            <ButtonLink href="/register">Register as a customer</ButtonLink>
            <ButtonLink href="/register?as=business">Register a business</ButtonLink>
          </>
        )}
      </div>
      <p class="hint">
        For programs: <a href="/docs">the API</a>, <a href="/llms.txt">language models</a>,{' '}
        <a href="/api/v1/mcp">agents</a>, <a href="/api/v1/sdk/python">Python</a>.
      </p>
    </div>
  );
}
