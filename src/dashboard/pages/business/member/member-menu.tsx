import type { Member } from '../../../../programs/members/model.ts';
import { hasPermission } from '../../../data/session.ts';
import { members as t } from '../../../messages/members/index.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { lazyComponent, lazyModule } from '../../../ui/lazy-component.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { withDialogs } from './lazy-member-dialogs.ts';

const withCorrection = lazyModule(() => import('./correct-balance-dialog.tsx'));
const MergeDialog = lazyComponent(() => import('./merge-dialog.tsx'));
const MemberCardDialog = lazyComponent(() => import('./member-card-dialog.tsx'));

/**
 * Returns the menu items for a wrong balance, a second card or a lost one, as far as the caller may use them.
 * @param onChanged called with the member as it is now
 * @param onMerged called with the member that the other one was merged into
 */
export function listHelp(
  member: Member,
  onChanged: (member: Member) => void,
  onMerged: (into: Member) => void,
): (MenuAction | false)[] {
  const [canCorrect, canManage] = [hasPermission('programs'), hasPermission('review')];
  return [
    canCorrect && {
      label: t.correctBalance,
      icon: 'exchange',
      onClick: () => withCorrection(dialog => dialog.correctBalance(member, onChanged)),
    },
    canCorrect && {
      label: t.mergeMember,
      icon: 'people',
      onClick: () => openDialog(close => <MergeDialog member={member} onClose={close} onDone={onMerged} />),
    },
    canManage && {
      label: t.editDetails,
      icon: RARE_ICONS.edit,
      onClick: () => withDialogs(dialogs => dialogs.editMember(member, onChanged)),
    },
    canManage &&
      member.status === 'active' && {
        label: t.showCard,
        icon: SHOP_ICONS.qr,
        onClick: () => openDialog(close => <MemberCardDialog member={member} onClose={close} />),
      },
  ];
}
