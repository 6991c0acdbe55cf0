import type { Member } from '../../../../programs/members/model.ts';
import { hasPermission } from '../../../data/session.ts';
import { members as t } from '../../../messages/members/index.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { CorrectBalanceDialog, EditMemberDialog } from './lazy-member-dialogs.ts';

const MergeDialog = lazyComponent(() => import('./merge-dialog.tsx'));
const MemberCardDialog = lazyComponent(() => import('./member-card-dialog.tsx'));

/** The dialogs for a wrong balance, a second card or a lost one, on the page of a member and at the counter. */
export type HelpDialog = 'correct' | 'merge' | 'edit' | 'card';

/** Returns the menu items that open the dialogs, as far as the caller may use them. */
export function listHelp({ status }: Member, open: (name: HelpDialog) => () => void): (MenuAction | false)[] {
  const [canCorrect, canManage] = [hasPermission('programs'), hasPermission('review')];
  return [
    canCorrect && { label: t.correctBalance, icon: 'exchange', onClick: open('correct') },
    canCorrect && { label: t.mergeMember, icon: 'people', onClick: open('merge') },
    canManage && { label: t.editDetails, icon: RARE_ICONS.edit, onClick: open('edit') },
    canManage && status === 'active' && { label: t.showCard, icon: SHOP_ICONS.qr, onClick: open('card') },
  ];
}

interface HelpDialogsProps {
  /** The open dialog; names of other dialogs show nothing. */
  name: string | null;
  member: Member;
  onClose: () => void;
  /** Called with the member as it is now. */
  onChanged: (member: Member) => void;
  /** Called with the member that the other one was merged into. */
  onMerged: (into: Member) => void;
}

export function HelpDialogs({ name, onChanged, onMerged, ...props }: HelpDialogsProps) {
  return (
    <>
      {name === 'correct' && <CorrectBalanceDialog {...props} onDone={onChanged} />}
      {name === 'merge' && <MergeDialog {...props} onDone={onMerged} />}
      {name === 'edit' && <EditMemberDialog {...props} onDone={onChanged} />}
      {name === 'card' && <MemberCardDialog {...props} />}
    </>
  );
}
