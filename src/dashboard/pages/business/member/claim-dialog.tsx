import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatValidUntil } from '../../../data/format.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { claim as t } from '../../../messages/claim/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import Qr from '../../../ui/qr.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatMember } from '../shared/member-labels.ts';

interface ClaimDialogProps {
  member: Member;
  onClose: () => void;
}

/** Shows a one-time code by which a member from the counter claims the card: to scan, to print or to email. */
export default function ClaimDialog({ member, onClose }: ClaimDialogProps) {
  const { programId: id, memberId, email } = member;
  const path = api.programs({ id }).members({ memberId }).claim;
  const code = useResource(() => send(path.post({})), [id, memberId]);
  const mail = useAction(async () => {
    code.set(await send(path.post({ send: true })));
    if (email) toast(formatText(t.sentTo, { email }));
  });
  return (
    <Dialog title={formatText(t.cardOf, { name: formatMember(member) })} onClose={onClose}>
      <Loaded resource={code}>
        {({ code: typed, url, expiresAt }) => (
          <div class="stack claim-code">
            <p>{t.scanHow}</p>
            <Qr text={url} label={t.qrLabel} />
            <p>{formatText(t.typeHow, { address: url.slice(url.indexOf('//') + 2, url.indexOf('#')) })}</p>
            <p class="claim-typed">
              <strong>{typed}</strong>
            </p>
            <p class="hint">{formatText(t.validUntil, { date: formatValidUntil(expiresAt) })}</p>
          </div>
        )}
      </Loaded>
      <FormError error={mail.error.value} />
      <footer>
        <ShowCodeButton operation="createClaimCode" values={{ id, memberId }} />
        {email && (
          <Button busy={mail.isBusy} onClick={() => void mail.run()}>
            {t.send}
          </Button>
        )}
        <Button onClick={() => print()}>{t.print}</Button>
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      </footer>
    </Dialog>
  );
}
