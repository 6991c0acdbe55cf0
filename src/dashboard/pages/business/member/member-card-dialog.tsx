import type { Member, MemberCard } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { memberDialogs as t } from '../../../messages/memberDialogs/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatMember } from '../shared/member-labels.ts';

const Qr = lazyComponent(() => import('../../../ui/qr.tsx'));

interface CardDialogProps {
  member: Member;
  onClose: () => void;
}

/** Shows a member's card as a QR code, and replaces it if it was lost or copied. */
export default function MemberCardDialog({ member, onClose }: CardDialogProps) {
  const { programId: id, memberId } = member;
  const card = useRead(api.programs({ id }).members({ memberId }).card.get);
  const replace = () =>
    openForm({
      title: formatText(t.replaceTitle, { member: formatMember(member) }),
      submitLabel: t.replace,
      isDanger: true,
      content: t.replaceHow,
      call: { operation: 'replaceMemberCard', values: { id, memberId } },
      run: async () => {
        card.set(await send(api.programs({ id }).members({ memberId }).card.post()));
        toast(t.cardReplaced);
      },
    });
  return (
    <Dialog title={formatText(t.cardOf, { member: formatMember(member) })} onClose={onClose}>
      <Loaded resource={card}>{shown => <CardView card={shown} member={member} />}</Loaded>
      <footer>
        <Button onClick={replace}>{t.replace}</Button>
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      </footer>
    </Dialog>
  );
}

/** A card that changes every minute is of no use on this page, so its owner's phone is the only place to see it. */
function CardView({ card, member }: { card: MemberCard; member: Member }) {
  if (card.kind === 'rotating') return <p>{t.rotatingCard}</p>;
  return (
    <div class="stack member-card">
      <Qr text={card.card} label={formatText(t.memberCardOf, { member: formatMember(member) })} />
      <p class="hint">{t.scanHow}</p>
    </div>
  );
}
