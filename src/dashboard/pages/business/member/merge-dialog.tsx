import { useSignal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatReward } from '../../../data/format.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { memberCorrections as t } from '../../../messages/memberCorrections/index.ts';
import { formatText } from '../../../messages/text.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatMember, formatMemberDetail } from '../shared/member-labels.ts';

/** Members offered for a search. */
const MAX_OFFERED = 20;

interface MergeDialogProps {
  member: Member;
  onClose: () => void;
  /** Called with the other member, who has everything now. */
  onDone: (into: Member) => void;
}

/** Merges a member into another one of the program, whom a search finds. */
export default function MergeDialog({ member, onClose, onDone }: MergeDialogProps) {
  const { programId: id, memberId } = member;
  const [q, into] = [useSignal(''), useSignal('')];
  const found = useResource(
    async abort => {
      const query = { q: q.value, status: 'active', page: 1, perPage: MAX_OFFERED };
      const { items } = await send(api.programs({ id }).members.get({ query, ...abort }));
      return items.filter(other => other.id !== member.id);
    },
    [id, q.value],
  );
  const others = found.data.value ?? [];
  const merge = useAction(async () => {
    const path = api.programs({ id }).members({ memberId });
    const merged = await send(path.merge.post({ into: into.value }));
    const name = formatMember(merged.member);
    const won = merged.rewards.map(formatReward).join(', ');
    toast(
      won ? formatText(t.mergedWon, { member: name, rewards: won }) : formatText(t.merged, { member: name }),
    );
    onClose();
    onDone(merged.member);
  });
  return (
    <FormDialog
      title={formatText(t.mergeTitle, { member: formatMember(member) })}
      submitLabel={t.merge}
      isDanger
      action={merge}
      call={{ operation: 'mergeMember', values: { id, memberId, into: into.value } }}
      onClose={onClose}
    >
      <p>{t.mergeHow}</p>
      {memberId.startsWith('usr_') && <p class="notice warn">{t.mergeAccount}</p>}
      <TextField label={t.findOther} hint={t.findOtherHint} value={q} />
      <SelectField
        label={t.mergeInto}
        value={into}
        options={[
          { value: '', label: found.data.value && others.length === 0 ? t.noOther : '–' },
          ...others.map(other => ({
            value: other.memberId,
            label: [formatMember(other), formatMemberDetail(other)].filter(Boolean).join(' · '),
          })),
        ]}
        name="into"
        isRequired
      />
    </FormDialog>
  );
}
