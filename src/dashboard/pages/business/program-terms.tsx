import { type Signal, useSignal } from '@preact/signals';
import type { Goal, Program, ProgramRewards, Tier } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { type Action, useAction } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { MoneyField, NumberField, numberOf, SelectField, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Line, lineOf, TierGoalFields } from './tier-goal-fields.tsx';

const KINDS = [
  { value: 'none', label: 'None' },
  { value: 'percentage', label: 'A percentage of the order' },
  { value: 'fixed', label: 'A fixed amount an order' },
];

const asText = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

/** What stands in the form, as typed; what this form does not know of the terms is kept. */
function useTerms({ cashback, points, tiers = [], goals = [] }: ProgramRewards) {
  return {
    kind: useSignal<string>(cashback?.type ?? 'none'),
    value: useSignal(asText(cashback?.value)),
    most: useSignal(asText(cashback?.maxPerTransaction)),
    mostMember: useSignal(asText(cashback?.maxPerMember)),
    hold: useSignal(asText(cashback?.holdDays)),
    expires: useSignal(asText(cashback?.expiresInDays)),
    perAction: useSignal(asText(points?.perAction)),
    perDollar: useSignal(asText(points?.perDollar)),
    tiers: useSignal(
      tiers.map(tier => lineOf(tier.name, asText(tier.threshold), asText(tier.multiplier), tier)),
    ),
    goals: useSignal(
      goals.map(goal =>
        lineOf(
          goal.name,
          asText(goal.target),
          goal.metric,
          goal,
          typeof goal.reward === 'string' ? goal.reward : '',
        ),
      ),
    ),
  };
}
type Terms = ReturnType<typeof useTerms>;

function rewardsOf(terms: Terms, before: ProgramRewards): ProgramRewards {
  const { kind } = terms;
  return {
    ...before,
    cashback:
      kind.value === 'none'
        ? null
        : {
            ...before.cashback,
            type: kind.value as 'percentage' | 'fixed',
            value: numberOf(terms.value) ?? 0,
            maxPerTransaction: numberOf(terms.most) ?? null,
            maxPerMember: numberOf(terms.mostMember) ?? null,
            holdDays: numberOf(terms.hold),
            expiresInDays: numberOf(terms.expires) ?? null,
          },
    points: { ...before.points, perAction: numberOf(terms.perAction), perDollar: numberOf(terms.perDollar) },
    tiers: terms.tiers.value.map(tierOf),
    goals: terms.goals.value.map(goalOf),
  };
}

function tierOf({ name, amount, third, before }: Line): Tier {
  return { ...before, name: name.value, threshold: numberOf(amount) ?? 0, multiplier: numberOf(third) };
}

function goalOf({ name, amount, third, reward, before }: Line): Goal {
  const kept = before as Goal | undefined;
  return {
    ...kept,
    name: name.value,
    target: numberOf(amount) ?? 0,
    metric: (third.value || 'submissions') as Goal['metric'],
    reward: reward.value || (typeof kept?.reward === 'string' ? undefined : kept?.reward),
  };
}

/** The terms of a program as a form. */
export function ProgramTerms({ program, onSaved }: { program: Program; onSaved: (saved: Program) => void }) {
  const { id, rewards } = program;
  const name = useSignal(program.name);
  const description = useSignal(program.description ?? '');
  const autoCreditLimit = useSignal(asText(program.autoCreditLimit));
  const terms = useTerms(rewards);
  const bodyOf = () => ({
    name: name.value,
    description: description.value || null,
    autoCreditLimit: numberOf(autoCreditLimit) ?? 0,
    rewards: rewardsOf(terms, rewards),
  });
  const save = useAction(async () => {
    onSaved(await send(api.programs({ id }).put(bodyOf())));
    toast('Saved; it counts from the next order and proof on');
  });
  return (
    <form onSubmit={save.submit}>
      <div class="halves">
        <Card title="Cashback">
          <CashbackFields terms={terms} save={save} />
        </Card>
        <Card title="The program and its points">
          <TextField label="Name" value={name} error={save.of('name')} isRequired />
          <TextField label="Description" value={description} error={save.of('description')} />
          <div class="row">
            <NumberField
              label="Points per dollar"
              value={terms.perDollar}
              error={save.of('rewards.points.perDollar')}
            />
            <NumberField
              label="Points a proof"
              value={terms.perAction}
              error={save.of('rewards.points.perAction')}
            />
          </div>
          <MoneyField
            label="Automatic credit limit"
            hint="Automatic approvals credit up to this amount on an order value that the customer declared. Submissions above it wait for your review."
            value={autoCreditLimit}
            error={save.of('autoCreditLimit')}
          />
        </Card>
      </div>
      <TierGoalFields kind="tier" lines={terms.tiers} save={save} />
      <TierGoalFields kind="goal" lines={terms.goals} save={save} />
      <FormError error={save.error.value} />
      <div class="actions">
        <Button type="submit" kind="primary" busy={save.isBusy}>
          Save
        </Button>
        <AsCode operation="updateProgram" values={{ id, ...bodyOf() }} />
      </div>
    </form>
  );
}

function CashbackFields({ terms, save }: { terms: Terms; save: Action<[]> }) {
  const of = (field: string) => save.of(`rewards.cashback.${field}`);
  const isFixed = terms.kind.value === 'fixed';
  const value: Signal<string> = terms.value;
  return (
    <>
      <SelectField label="Members get" value={terms.kind} options={KINDS} isRequired />
      {terms.kind.value !== 'none' && (
        <>
          <div class="row">
            <NumberField
              label={isFixed ? 'Amount' : 'Percentage'}
              unit={isFixed ? '$' : '%'}
              value={value}
              error={of('value')}
              isRequired
            />
            <MoneyField label="Maximum per order" value={terms.most} error={of('maxPerTransaction')} />
          </div>
          <div class="row">
            <NumberField
              label="Hold period (days)"
              hint="Usually your return period. Default 14."
              value={terms.hold}
              error={of('holdDays')}
            />
            <NumberField label="Expires after (days)" value={terms.expires} error={of('expiresInDays')} />
          </div>
          <MoneyField label="Maximum per member" value={terms.mostMember} error={of('maxPerMember')} />
        </>
      )}
    </>
  );
}
