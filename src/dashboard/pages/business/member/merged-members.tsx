import { useSignal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { memberCorrections as t } from '../../../messages/memberCorrections/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';

type Merged = NonNullable<Member['merged']>[number];

interface MergedMembersProps {
  member: Member;
  onChanged: () => void;
}

const nameOf = ({ name, memberId }: Merged) => name ?? memberId;

/** Lists the members who were merged into one; each merge can be undone. */
export function MergedMembers({ member: { programId: id, merged = [] }, onChanged }: MergedMembersProps) {
  const undoing = useSignal<Merged | null>(null);
  const close = () => {
    undoing.value = null;
  };
  const undo = useAction(async () => {
    const one = undoing.value as Merged;
    await send(api.programs({ id }).members({ memberId: one.memberId }).merge.undo.post());
    close();
    toast(formatText(t.mergeUndone, { member: nameOf(one) }));
    onChanged();
  });
  if (merged.length === 0) return null;
  const current = undoing.value;
  return (
    <Card title={t.mergedMembers}>
      <Table
        caption={t.mergedMembers}
        items={merged}
        keyOf={one => one.memberId}
        isCompact
        columns={[
          { head: t.member, cell: one => <span class="breaks-anywhere">{nameOf(one)}</span> },
          {
            head: t.undoMerge,
            isMenu: true,
            cell: one => (
              <Button
                isSmall
                label={`${t.undoMerge}: ${nameOf(one)}`}
                onClick={() => {
                  undoing.value = one;
                }}
              >
                {t.undoMerge}
              </Button>
            ),
          },
        ]}
      />
      {current && (
        <ConfirmDialog
          title={formatText(t.undoMergeTitle, { member: nameOf(current) })}
          confirmLabel={t.undoMerge}
          action={undo}
          onClose={close}
        >
          <p>{t.undoMergeHow}</p>
          <ShowCodeButton operation="undoMerge" values={{ id, memberId: current.memberId }} />
        </ConfirmDialog>
      )}
    </Card>
  );
}
