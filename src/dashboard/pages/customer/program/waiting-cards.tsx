import type { ClaimableMembership } from '../../../../claims/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { claim as t } from '../../../messages/claim/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { listContents } from './claim-contents.tsx';

/** Cards that shops created with the customer's confirmed email address, and the way to enter a code for others. */
export default function WaitingCards({ onClaimed }: { onClaimed: () => void }) {
  const waiting = useRead(api.account.claims.get);
  const memberships = waiting.data.value?.memberships ?? [];
  const done = () => {
    waiting.reload();
    onClaimed();
  };
  return (
    <>
      {memberships.length > 0 && (
        <Card title={t.waiting}>
          <p>{t.waitingHow}</p>
          <ul class="rows">
            {memberships.map(membership => (
              <WaitingCard key={membership.id} membership={membership} onClaimed={done} />
            ))}
          </ul>
        </Card>
      )}
      <p>
        <a href="/claim">{t.haveCard}</a>
      </p>
    </>
  );
}

function WaitingCard({ membership, onClaimed }: { membership: ClaimableMembership; onClaimed: () => void }) {
  const { id, shop, programName } = membership;
  const claim = useAction(async () => {
    await send(api.claims.post({ membershipId: id }));
    toast(t.claimed);
    onClaimed();
  });
  return (
    <li>
      <div>
        <strong>
          {shop.name}: {programName}
        </strong>
        <p class="hint">{listContents(membership).join(' · ')}</p>
        <FormError error={claim.error.value} />
      </div>
      <Button kind="primary" busy={claim.isBusy} onClick={() => void claim.run()}>
        {t.claim}
      </Button>
    </li>
  );
}
