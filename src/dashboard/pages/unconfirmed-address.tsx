import type { Account } from '../../auth/account-model.ts';
import { api, send } from '../data/api.ts';
import { type Resource, useAction, useRead } from '../data/resource.ts';
import { account as t } from '../messages/account/index.ts';
import { formatText } from '../messages/text.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/states.tsx';

/** Loads the user's account, which the parts of the account page share. */
export function useAccount(): Resource<Account> {
  return useRead(api.account.get);
}

/** Asks to confirm the email address, where mail can be sent. */
export default function UnconfirmedAddress() {
  const record = useAccount();
  const account = record.data.value;
  return account ? <AddressNotice account={account} onSaved={record.set} /> : null;
}

/** Says that the email address is not confirmed, or that a link was mailed. */
export function AddressNotice({ account, onSaved }: { account: Account; onSaved: (saved: Account) => void }) {
  const { email, pendingEmail, emailConfirmed, confirmsEmail, role } = account;
  const ask = useAction(async () => onSaved(await send(api.account.put({ email }))));
  if (pendingEmail) return <p class="notice">{formatText(t.pendingEmail, { email: pendingEmail })}</p>;
  if (emailConfirmed || !confirmsEmail) return null;
  return (
    <div class="notice">
      <div class="stack">
        <p>{role === 'customer' ? t.unconfirmedCustomer : t.unconfirmed}</p>
        <FormError error={ask.error.value} />
        <div class="actions">
          <Button isSmall busy={ask.isBusy} onClick={() => void ask.run()}>
            {t.confirmAddress}
          </Button>
        </div>
      </div>
    </div>
  );
}
