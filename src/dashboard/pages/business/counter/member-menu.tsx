import type { Member } from '../../../../programs/members/model.ts';
import { navigate } from '../../../data/router.ts';
import { hasPermission } from '../../../data/session.ts';
import { members as t } from '../../../messages/members/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { listHelp } from '../member/member-menu.tsx';
import { formatMember, toMemberPath } from '../shared/member-labels.ts';

interface MemberMenuProps {
  member: Member;
  /** Called with the member as it is now; after a merge, with the other one. */
  onChanged: (member: Member) => void;
}

/** The menu of a member's card. Empty for the position counter. */
export function MemberMenu({ member, onChanged }: MemberMenuProps) {
  return (
    <ActionMenu
      label={formatText(t.actionsFor, { member: formatMember(member) })}
      actions={[
        ...listHelp(member, onChanged, onChanged),
        hasPermission('view') && {
          label: t.openMember,
          icon: 'arrow',
          onClick: () => navigate(toMemberPath(member)),
        },
      ]}
    />
  );
}
