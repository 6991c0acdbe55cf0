import { useSignal } from '@preact/signals';
import { REFERRAL_STATUSES } from '../../../../../db/enums.ts';
import type { Program } from '../../../../programs/model.ts';
import type { NewReward } from '../../../../rewards/model.ts';
import { api, send } from '../../../data/api.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { hasPermission } from '../../../data/session.ts';
import { programForm as t } from '../../../messages/programForm/index.ts';
import { Card, FilterTabs, formatState, StateBadge } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { listOptions, NumberField, parseNumber, SelectField, toNumberText } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { MemberLink } from '../shared/member-link.tsx';
import { createPrize, PrizeFields, toPrize } from '../terms/prize-fields.tsx';

const NEW_PRIZE: NewReward = { type: 'item', name: '' };

interface ProgramReferralsProps {
  program: Program;
  onSaved: (saved: Program) => void;
}

/** The rewards of a program for members who bring new ones, and the members who were brought. */
export default function ProgramReferrals({ program, onSaved }: ProgramReferralsProps) {
  return (
    <>
      {hasPermission('programs') && <TermsForm program={program} onSaved={onSaved} />}
      <ReferralList programId={program.id} />
    </>
  );
}

/** Form state of the reward of one side. */
function useSide(saved: NewReward | null | undefined) {
  const choice = useSignal(saved ? 'yes' : 'no');
  const prize = useSignal(createPrize(saved ?? NEW_PRIZE)).value;
  return { choice, prize };
}
type Side = ReturnType<typeof useSide>;

function toReward({ choice, prize }: Side): NewReward | null {
  return choice.value === 'yes' ? (toPrize(prize) as NewReward) : null;
}

function TermsForm({ program: { id, referral }, onSaved }: ProgramReferralsProps) {
  const referrer = useSide(referral?.referrer);
  const referee = useSide(referral?.referee);
  const maxPerMember = useSignal(toNumberText(referral?.maxPerMember));
  const buildBody = () => {
    const sides = { referrer: toReward(referrer), referee: toReward(referee) };
    const isOff = !sides.referrer && !sides.referee;
    return { referral: isOff ? null : { ...sides, maxPerMember: parseNumber(maxPerMember) } };
  };
  const save = useAction(async () => {
    const saved = await send(api.programs({ id }).put(buildBody()));
    onSaved(saved);
    toast(saved.referral ? t.referrals.saved : t.referrals.off);
  });
  return (
    <Card title={t.referrals.title}>
      <p>{t.referrals.how}</p>
      <Form action={save}>
        <div class="halves">
          <SideFields label={t.referrals.referrer} field="referrer" side={referrer} />
          <SideFields label={t.referrals.referee} field="referee" side={referee} />
        </div>
        <NumberField
          label={t.referrals.maxPerMember}
          hint={t.referrals.maxPerMemberHint}
          value={maxPerMember}
          name="referral.maxPerMember"
        />
        <FormActions
          label={t.referrals.save}
          call={{ operation: 'updateProgram', values: { id, ...buildBody() } }}
        />
      </Form>
    </Card>
  );
}

interface SideFieldsProps {
  label: string;
  field: 'referrer' | 'referee';
  side: Side;
}

function SideFields({ label, field, side: { choice, prize } }: SideFieldsProps) {
  return (
    <fieldset>
      <legend>{label}</legend>
      <SelectField
        label={t.referrals.gets}
        value={choice}
        options={listOptions(t.referralChoices)}
        isRequired
      />
      {choice.value === 'yes' && <PrizeFields prize={prize} path={`referral.${field}`} />}
    </fieldset>
  );
}

/** Lists who brought whom, with the state of each referral. */
function ReferralList({ programId: id }: { programId: string }) {
  const status = enumQuery('status', REFERRAL_STATUSES);
  const filters = { status, ...pageQuery() };
  const views = [
    { value: '', label: t.referrals.all },
    ...REFERRAL_STATUSES.map(value => ({ value, label: formatState(value) })),
  ];
  const list = useRead(api.programs({ id }).referrals.get, filters, { live: ['member.', 'reward.'] });
  return (
    <Card
      title={t.referrals.list}
      actions={
        <>
          <CsvLink path={`/programs/${id}/referrals`} values={filters} />
          <ShowCodeButton operation="listReferrals" values={{ id, ...filters }} />
        </>
      }
    >
      <FilterTabs name="status" label={t.referrals.status} options={views} />
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="star" title={t.referrals.none}>
            <p>{t.referrals.noneHow}</p>
          </EmptyState>
        }
      >
        {items => (
          <Table
            caption={t.referrals.caption}
            items={items}
            keyOf={referral => referral.id}
            isCompact
            columns={[
              {
                head: t.referrals.referee,
                cell: ({ referee }) => <MemberLink programId={id} member={{ memberId: referee }} />,
              },
              {
                head: t.referrals.invitedBy,
                cell: ({ referrer }) => <MemberLink programId={id} member={{ memberId: referrer }} />,
              },
              { head: t.referrals.status, cell: referral => <StateBadge state={referral.status} /> },
              { head: t.referrals.joined, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            ]}
          />
        )}
      </PagedList>
    </Card>
  );
}
