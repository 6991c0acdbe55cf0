import type { ClaimableMembership } from '../../../../claims/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { caller } from '../../../data/session.ts';
import { claim as t } from '../../../messages/claim/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AccountSection, useAccount } from '../account/account-section.tsx';
import { Contents } from './claim-contents.tsx';

interface ClaimFormProps {
  code: string;
  memberships: ClaimableMembership[];
  onOtherCode: () => void;
}

/** The contents of the card, and the account that gets it. */
export default function ClaimForm({ code, memberships, onOtherCode }: ClaimFormProps) {
  const [first] = memberships;
  const account = useAccount(first && `/s/${first.shop.slug}`);
  const claim = useAction(async () => {
    if (!(await account.ensureSession())) return;
    await send(api.claims.post({ code }));
    toast(t.claimed);
    navigate(memberships.length === 1 && first ? `/my/programs/${first.programId}` : '/my/programs');
  });
  if (caller.value && caller.value.user.role !== 'customer')
    return (
      <Card title={t.title}>
        <p>{t.notForShops}</p>
        <ButtonLink href="/dashboard/counter">{t.done}</ButtonLink>
      </Card>
    );
  return (
    <Form class="stack" action={claim}>
      <Contents memberships={memberships} />
      <AccountSection account={account} shopName={first?.shop.name ?? ''} />
      <FormActions label={t.claim} icon="arrow" />
      <p>
        <button type="button" class="link" onClick={onOtherCode}>
          {t.otherCode}
        </button>
      </p>
    </Form>
  );
}
