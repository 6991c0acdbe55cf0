import type { Member } from '../../../../programs/members/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { api, readBlob, send } from '../../../data/api.ts';
import { formatReward } from '../../../data/format.ts';
import { useAction } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { saveFile } from '../../../data/save-file.ts';
import { hasPermission } from '../../../data/session.ts';
import { members as t } from '../../../messages/members/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatMember, toMemberPath } from '../shared/member-labels.ts';
import { withDialogs } from './lazy-member-dialogs.ts';
import { listHelp } from './member-menu.tsx';

const ClaimDialog = lazyComponent(() => import('./claim-dialog.tsx'));

interface ActionsProps {
  program: Program;
  member: Member;
  onChanged: () => void;
}

/** The actions of a member's page: the most frequent one as a button, the others in a menu. */
export function MemberActions({ program, member, onChanged }: ActionsProps) {
  const { programId: id, memberId, status } = member;
  const visit = useAction(async () => {
    const { rewards } = await send(api.programs({ id }).visits.post({ memberId }));
    const won = rewards.map(formatReward).join(', ');
    toast(won ? formatText(t.visitWon, { rewards: won }) : t.visitRecorded);
    onChanged();
  });
  const changeStatus = useAction(async (to: 'active' | 'suspended') => {
    await send(api.programs({ id }).members({ memberId }).put({ status: to }));
    toast(to === 'active' ? t.reactivated : t.suspended);
    onChanged();
  });
  const download = useAction(() => downloadData(member));
  const canEarn = status === 'active' && program.status === 'active';
  const canManage = hasPermission('review');
  return (
    <>
      {canEarn && (
        <Button kind="primary" icon="check" busy={visit.isBusy} onClick={() => void visit.run()}>
          {t.recordVisit}
        </Button>
      )}
      <ActionMenu
        label={formatText(t.actionsFor, { member: formatMember(member) })}
        actions={[
          canEarn &&
            canManage && {
              label: t.recordOrder,
              icon: 'plus',
              onClick: () => withDialogs(dialogs => dialogs.recordOrder(program, member, onChanged)),
            },
          member.cashback.available > 0 && {
            label: t.redeemCashback,
            icon: 'ticket',
            onClick: () => withDialogs(dialogs => dialogs.redeemCashback(program, member, onChanged)),
          },
          ...listHelp(member, onChanged, into => navigate(toMemberPath(into))),
          status === 'active' &&
            !memberId.startsWith('usr_') && {
              label: t.letClaim,
              icon: SHOP_ICONS.qr,
              onClick: () => openDialog(close => <ClaimDialog member={member} onClose={close} />),
            },
          canManage &&
            status === 'active' && {
              label: t.suspend,
              isDanger: true,
              onClick: () => void changeStatus.run('suspended'),
            },
          canManage &&
            status !== 'active' && {
              label: t.reactivate,
              onClick: () => void changeStatus.run('active'),
            },
          hasPermission('programs') && {
            label: t.downloadData,
            icon: RARE_ICONS.download,
            onClick: () => void download.run(),
          },
          hasPermission('programs') && {
            label: t.erase,
            isDanger: true,
            onClick: () => withDialogs(dialogs => dialogs.eraseMember(member)),
          },
        ]}
      />
      <FormError error={visit.error.value ?? changeStatus.error.value ?? download.error.value} />
    </>
  );
}

async function downloadData({ programId, memberId }: Member): Promise<void> {
  const path = `/api/v1/programs/${programId}/members/${encodeURIComponent(memberId)}/export`;
  saveFile(await readBlob(path, { fetch: {} }), 'member-data.zip');
}
