import { useSignal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import { navigate } from '../../../data/router.ts';
import { hasPermission } from '../../../data/session.ts';
import { members as t } from '../../../messages/members/index.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { CorrectBalanceDialog, EditMemberDialog } from '../lazy-member-dialogs.ts';
import { formatMember } from '../member-labels.ts';

const MergeDialog = lazyComponent(() => import('../merge-dialog.tsx'));
const MemberCardDialog = lazyComponent(() => import('../member-card-dialog.tsx'));

interface MemberMenuProps {
  member: Member;
  /** Called with the member as it is now; after a merge, with the other one. */
  onChanged: (member: Member) => void;
}

/** The actions for a customer with a wrong balance, a second card or a lost one, as far as the caller may do them. */
export function MemberMenu({ member, onChanged }: MemberMenuProps) {
  const { programId, memberId, status } = member;
  const dialog = useSignal<'correct' | 'merge' | 'edit' | 'card' | null>(null);
  const open = (name: typeof dialog.value) => () => {
    dialog.value = name;
  };
  const close = open(null);
  const done = (changed: Member) => {
    close();
    onChanged(changed);
  };
  const [canCorrect, canManage] = [hasPermission('programs'), hasPermission('review')];
  const path = `/dashboard/programs/${programId}/members/${encodeURIComponent(memberId)}`;
  return (
    <>
      <ActionMenu
        label={t.actionsFor(formatMember(member))}
        actions={[
          canCorrect && { label: t.correctBalance, icon: 'exchange', onClick: open('correct') },
          canCorrect && { label: t.mergeMember, icon: 'people', onClick: open('merge') },
          canManage && { label: t.editDetails, icon: RARE_ICONS.edit, onClick: open('edit') },
          canManage &&
            status === 'active' && { label: t.showCard, icon: SHOP_ICONS.qr, onClick: open('card') },
          hasPermission('view') && { label: t.openMember, icon: 'arrow', onClick: () => navigate(path) },
        ]}
      />
      {dialog.value === 'correct' && <CorrectBalanceDialog member={member} onClose={close} onDone={done} />}
      {dialog.value === 'merge' && <MergeDialog member={member} onClose={close} onDone={done} />}
      {dialog.value === 'edit' && <EditMemberDialog member={member} onClose={close} onDone={done} />}
      {dialog.value === 'card' && <MemberCardDialog member={member} onClose={close} />}
    </>
  );
}
