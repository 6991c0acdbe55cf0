import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { memberCorrections as t } from '../../../messages/memberCorrections/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { openForm } from '../../../ui/open-form.tsx';
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
  const undo = (one: Merged) =>
    openForm({
      title: formatText(t.undoMergeTitle, { member: nameOf(one) }),
      submitLabel: t.undoMerge,
      content: t.undoMergeHow,
      call: { operation: 'undoMerge', values: { id, memberId: one.memberId } },
      run: async () => {
        await send(api.programs({ id }).members({ memberId: one.memberId }).merge.undo.post());
        toast(formatText(t.mergeUndone, { member: nameOf(one) }));
        onChanged();
      },
    });
  if (merged.length === 0) return null;
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
              <Button isSmall label={`${t.undoMerge}: ${nameOf(one)}`} onClick={() => undo(one)}>
                {t.undoMerge}
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
