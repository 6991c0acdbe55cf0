import type { ProgramRewards } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatRoundMoney } from '../../data/format.ts';
import { type Action, useAction } from '../../data/resource.ts';
import { navigate } from '../../data/router.ts';
import { caller, tenantParams } from '../../data/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { MoneyField, NumberField, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { StampGoals } from './counter/stamp-goals.tsx';
import { listOffers } from './program-labels.ts';
import {
  choosePreset,
  PRESETS,
  type Preset,
  type PresetForm,
  toPresetRewards,
  usePresetForm,
} from './program-presets.ts';

/** Stamps that the preview shows as collected. */
const PREVIEW_STAMPS = 3;

/** Creates a program from a preset, with which one click is enough, or empty. */
export default function NewProgram() {
  const form = usePresetForm();
  const buildBody = () => ({
    name: form.name.value,
    rewards: toPresetRewards(form),
    ...tenantParams(),
  });
  const create = useAction(async () => {
    const { id } = await send(api.programs.post(buildBody()));
    const isCustom = form.preset.value === 'custom';
    toast(isCustom ? 'Program created. Choose what members earn.' : 'Program created');
    navigate(`/dashboard/programs/${id}${isCustom ? '?view=terms' : ''}`);
  });
  return (
    <>
      <PageHead
        title="Create program"
        intro="Choose what your regulars get. You can change everything later."
        back={{ href: '/dashboard/programs', label: 'Programs' }}
      />
      <div class="program-editor">
        <form onSubmit={create.submit}>
          <Card>
            <PresetChoice form={form} />
            <PresetFields form={form} of={create.fieldError} />
            <TextField
              label="Program name"
              hint="Customers see it on their card."
              value={form.name}
              error={create.fieldError('name')}
              isRequired
            />
            <FormError error={create.error.value} />
            <div class="actions">
              <Button type="submit" kind="primary" busy={create.isBusy}>
                Create program
              </Button>
              <ButtonLink href="/dashboard/programs">Cancel</ButtonLink>
              <ShowCodeButton operation="createProgram" values={buildBody()} />
            </div>
          </Card>
        </form>
        <Preview name={form.name.value} rewards={toPresetRewards(form)} />
      </div>
    </>
  );
}

function PresetChoice({ form }: { form: PresetForm }) {
  return (
    <fieldset class="cards preset-cards">
      <legend>What do members get?</legend>
      {PRESETS.map(({ value, label, hint }) => (
        <label key={value} class="choice-card">
          <input
            type="radio"
            name="preset"
            value={value}
            checked={form.preset.value === value}
            onChange={() => choosePreset(form, value)}
          />
          <span>
            <strong>{label}</strong>
            <span class="hint">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface PresetFieldSpec {
  kind: 'text' | 'number' | 'percent' | 'money';
  label: string;
  key: keyof PresetForm;
  /** The field of the request, by which errors are matched. */
  path: string;
  hint?: string;
  isOptional?: boolean;
}

const PER_DOLLAR: PresetFieldSpec = {
  kind: 'number',
  label: `Points per ${formatRoundMoney(1)}`,
  key: 'perDollar',
  path: 'points.perDollar',
};
const FIELDS: Record<Preset, PresetFieldSpec[]> = {
  stamps: [
    { kind: 'number', label: 'Stamps to collect', key: 'stamps', path: 'goals.0.target' },
    { kind: 'text', label: 'Free item', key: 'item', path: 'goals.0.reward.name' },
    {
      kind: 'money',
      label: 'Costs you',
      key: 'cost',
      path: 'goals.0.reward.cost',
      hint: 'For your reports only.',
      isOptional: true,
    },
  ],
  points: [
    PER_DOLLAR,
    { kind: 'money', label: 'Amount off', key: 'discount', path: 'shop.0.reward.value' },
    { kind: 'number', label: 'Price in points', key: 'price', path: 'shop.0.points' },
  ],
  cashback: [
    {
      kind: 'percent',
      label: 'Cashback',
      key: 'percent',
      path: 'cashback.value',
      hint: 'Of each order. On hold for 14 days, for returns.',
    },
    {
      kind: 'money',
      label: 'Maximum per order',
      key: 'maxPerOrder',
      path: 'cashback.maxPerTransaction',
      isOptional: true,
    },
  ],
  tiers: [
    PER_DOLLAR,
    {
      kind: 'number',
      label: 'Points for silver',
      key: 'silver',
      path: 'tiers.0.threshold',
      hint: 'Then 1.5 times the points.',
    },
    {
      kind: 'number',
      label: 'Points for gold',
      key: 'gold',
      path: 'tiers.1.threshold',
      hint: 'Then twice the points.',
    },
  ],
  custom: [],
};

/** The figures that the chosen preset asks for; those that are required are filled in. */
function PresetFields({ form, of }: { form: PresetForm; of: Action<[]>['fieldError'] }) {
  const fields = FIELDS[form.preset.value as Preset];
  if (fields.length === 0) return null;
  return (
    <div class="row">
      {fields.map(({ kind, label, key, path, hint, isOptional }) => {
        const shared = {
          label,
          hint,
          value: form[key],
          error: of(`rewards.${path}`),
          isRequired: !isOptional,
        };
        if (kind === 'text') return <TextField key={label} {...shared} />;
        if (kind === 'money') return <MoneyField key={label} {...shared} />;
        return <NumberField key={label} {...shared} unit={kind === 'percent' ? '%' : undefined} />;
      })}
    </div>
  );
}

/** The card as its members see it. */
function Preview({ name, rewards }: { name: string; rewards: ProgramRewards }) {
  const offers = listOffers(rewards);
  const goals = (rewards.goals ?? []).map(goal => ({
    ...goal,
    id: goal.name,
    target: Math.max(1, Math.floor(goal.target)),
    current: Math.min(PREVIEW_STAMPS, goal.target),
    percent: 0,
    status: 'inProgress' as const,
    completedAt: null,
    repeats: true,
    completions: 0,
    reward: null,
  }));
  return (
    <aside class="card program-preview" aria-label="Preview">
      <p class="hint">{caller.value?.business?.name ?? 'Your shop'}</p>
      <h2>{name || 'Your program'}</h2>
      {goals.length > 0 ? (
        <StampGoals goals={goals} pending={0} />
      ) : (
        <ul class="offers">
          {offers.map(offer => (
            <li key={offer}>{offer}</li>
          ))}
          {offers.length === 0 && <li>You choose the terms in the next step.</li>}
        </ul>
      )}
      <p class="hint">
        Customers join on their phone with your shop's link, or you enroll them. At the counter, scan their
        card or type a phone number.
      </p>
    </aside>
  );
}
