import { type Signal, useSignal } from '@preact/signals';
import type { Goal, Program, ProgramRewards, Tier } from '../../../../programs/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatRoundMoney, getCurrencySymbol } from '../../../data/format.ts';
import { useAction } from '../../../data/resource.ts';
import { programForm as t } from '../../../messages/programForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card } from '../../../ui/components.tsx';
import {
  FieldsOf,
  listOptions,
  MoneyField,
  NumberField,
  parseNumber,
  SelectField,
  TextField,
  toMoneyText,
  toNumberText,
} from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FoldCard } from './fold-card.tsx';
import { toPrize } from './prize-fields.tsx';
import { createShopRow, ShopFields, toShopItem } from './shop-fields.tsx';
import type { AskToRemove } from './term-row.tsx';
import { createGoalRow, createTierGoalRow, TierGoalFields, type TierGoalRow } from './tier-goal-fields.tsx';

/** Form state of the terms. Fields unknown to this form are preserved. */
function useTerms({ cashback, points, tiers = [], goals = [], shop = [] }: ProgramRewards) {
  return {
    kind: useSignal<string>(cashback?.type ?? 'none'),
    value: useSignal((cashback?.type === 'fixed' ? toMoneyText : toNumberText)(cashback?.value)),
    maxPerOrder: useSignal(toMoneyText(cashback?.maxPerTransaction)),
    maxPerMember: useSignal(toMoneyText(cashback?.maxPerMember)),
    hold: useSignal(toNumberText(cashback?.holdDays)),
    expires: useSignal(toNumberText(cashback?.expiresInDays)),
    perAction: useSignal(toNumberText(points?.perAction)),
    perDollar: useSignal(toNumberText(points?.perDollar)),
    tiers: useSignal(
      tiers.map(tier =>
        createTierGoalRow(tier.name, toNumberText(tier.threshold), toNumberText(tier.multiplier), tier),
      ),
    ),
    goals: useSignal(goals.map(goal => createGoalRow(goal))),
    shop: useSignal(shop.map(item => createShopRow(item))),
  };
}
type Terms = ReturnType<typeof useTerms>;

function toRewards(terms: Terms, before: ProgramRewards): ProgramRewards {
  const { kind } = terms;
  return {
    ...before,
    cashback:
      kind.value === 'none'
        ? null
        : {
            ...before.cashback,
            type: kind.value as 'percentage' | 'fixed',
            value: parseNumber(terms.value) ?? 0,
            maxPerTransaction: parseNumber(terms.maxPerOrder) ?? null,
            maxPerMember: parseNumber(terms.maxPerMember) ?? null,
            holdDays: parseNumber(terms.hold),
            expiresInDays: parseNumber(terms.expires) ?? null,
          },
    points: {
      ...before.points,
      perAction: parseNumber(terms.perAction),
      perDollar: parseNumber(terms.perDollar),
    },
    tiers: terms.tiers.value.map(toTier),
    goals: terms.goals.value.map(toGoal),
    shop: terms.shop.value.map(toShopItem),
  };
}

function toTier({ name, amount, multiplierOrMetric, savedRecord }: TierGoalRow): Tier {
  return {
    ...savedRecord,
    name: name.value,
    threshold: parseNumber(amount) ?? 0,
    multiplier: parseNumber(multiplierOrMetric),
  };
}

function toGoal({ name, amount, multiplierOrMetric, prize, repeats, savedRecord }: TierGoalRow): Goal {
  const saved = savedRecord as Goal | undefined;
  return {
    ...saved,
    name: name.value,
    target: parseNumber(amount) ?? 0,
    metric: (multiplierOrMetric.value || 'submissions') as Goal['metric'],
    reward: toPrize(prize),
    repeats: repeats.value === 'yes',
  };
}

/** Edits a program's terms. */
export default function ProgramTerms({
  program,
  onSaved,
}: {
  program: Program;
  onSaved: (saved: Program) => void;
}) {
  const { id, rewards } = program;
  const name = useSignal(program.name);
  const description = useSignal(program.description ?? '');
  const autoCreditLimit = useSignal(toMoneyText(program.autoCreditLimit));
  const card = useSignal<string>(program.card);
  const terms = useTerms(rewards);
  const cooldown = useSignal(toNumberText(program.visits.cooldownMinutes));
  const maxPerDay = useSignal(toNumberText(program.visits.maxPerDay));
  const buildBody = () => ({
    name: name.value,
    description: description.value || null,
    autoCreditLimit: parseNumber(autoCreditLimit) ?? 0,
    visits: { cooldownMinutes: parseNumber(cooldown) ?? null, maxPerDay: parseNumber(maxPerDay) ?? null },
    card: card.value as Program['card'],
    rewards: toRewards(terms, rewards),
  });
  const save = useAction(async () => {
    onSaved(await send(api.programs({ id }).put(buildBody())));
    toast(t.termsSaved);
  });
  const hasError = save.error.value !== undefined;
  const has = {
    points: Boolean(rewards.points?.perDollar || rewards.points?.perAction),
    cashback: Boolean(rewards.cashback),
  };
  // Members may have earned toward a saved term.
  const askToRemove: AskToRemove = (removed, isSaved, remove) => {
    if (!isSaved || program.memberCount === 0) remove();
    else
      openForm({
        title: formatText(t.removeTitle, { name: removed }),
        submitLabel: t.remove,
        isDanger: true,
        content: formatText(t.removeHow, { count: program.memberCount }),
        run: async () => remove(),
      });
  };
  return (
    <Form action={save}>
      <TierGoalFields kind="goal" rows={terms.goals} onRemove={askToRemove} />
      <div class="halves">
        <FoldCard title={t.points} isUsed={has.points} hasError={hasError}>
          <div class="row">
            <NumberField
              label={formatText(t.pointsPer, { amount: formatRoundMoney(1) })}
              hint={t.perDollarHint}
              value={terms.perDollar}
              name="rewards.points.perDollar"
            />
            <NumberField
              label={t.perAction}
              hint={t.perActionHint}
              value={terms.perAction}
              name="rewards.points.perAction"
            />
          </div>
        </FoldCard>
        <FoldCard title={t.cashback} isUsed={has.cashback} hasError={hasError}>
          <CashbackFields terms={terms} />
        </FoldCard>
      </div>
      <ShopFields rows={terms.shop} onRemove={askToRemove} />
      <TierGoalFields kind="tier" rows={terms.tiers} onRemove={askToRemove} />
      <div class="halves">
        <Card title={t.program}>
          <TextField label={t.name} value={name} name="name" isRequired />
          <TextField label={t.description} value={description} name="description" />
          <SelectField
            label={t.memberCard}
            hint={t.memberCardHint}
            value={card}
            options={listOptions(t.cards)}
            isRequired
            name="card"
          />
        </Card>
        <FoldCard title={t.limits} isUsed={false} hasError={hasError}>
          <div class="row">
            <NumberField
              label={t.cooldown}
              hint={t.emptyNoWait}
              value={cooldown}
              name="visits.cooldownMinutes"
            />
            <NumberField
              label={t.visitsPerDay}
              hint={t.emptyNoLimit}
              value={maxPerDay}
              name="visits.maxPerDay"
            />
          </div>
          <MoneyField
            label={t.autoCreditLimit}
            hint={t.autoCreditLimitHint}
            value={autoCreditLimit}
            name="autoCreditLimit"
          />
        </FoldCard>
      </div>
      <div class="save-bar">
        <FormError error={save.error.value} />
        <SubmitButton>{t.saveTerms}</SubmitButton>
        <ShowCodeButton operation="updateProgram" values={{ id, ...buildBody() }} />
      </div>
    </Form>
  );
}

function CashbackFields({ terms }: { terms: Terms }) {
  const isFixed = terms.kind.value === 'fixed';
  const value: Signal<string> = terms.value;
  return (
    <>
      <SelectField
        label={t.cashbackType}
        value={terms.kind}
        options={listOptions(t.cashbackTypes)}
        isRequired
      />
      {terms.kind.value !== 'none' && (
        <FieldsOf path="rewards.cashback">
          <div class="row">
            <NumberField
              label={isFixed ? t.amount : t.percentage}
              unit={isFixed ? getCurrencySymbol() : '%'}
              value={value}
              name="value"
              isRequired
            />
            <MoneyField label={t.maxPerOrder} value={terms.maxPerOrder} name="maxPerTransaction" />
          </div>
          <div class="row">
            <NumberField label={t.holdDays} hint={t.holdDaysHint} value={terms.hold} name="holdDays" />
            <NumberField label={t.expiresAfter} value={terms.expires} name="expiresInDays" />
          </div>
          <MoneyField label={t.maxPerMember} value={terms.maxPerMember} name="maxPerMember" />
        </FieldsOf>
      )}
    </>
  );
}
