import { api, send } from '../../../data/api.ts';
import { formatRoundMoney } from '../../../data/format.ts';
import { useAction } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { tenantParams } from '../../../data/session.ts';
import { programForm as t } from '../../../messages/programForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ChoiceCards } from '../../../ui/choice-cards.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { MoneyField, NumberField, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { toast } from '../../../ui/toast.tsx';
import {
  choosePreset,
  PRESETS,
  type Preset,
  type PresetForm,
  toPresetRewards,
  usePresetForm,
} from '../terms/program-presets.ts';

// The form works without it.
const ProgramPreview = lazyComponent(() => import('./program-preview.tsx'));

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
    toast(isCustom ? t.createdCustom : t.created);
    navigate(`/dashboard/programs/${id}${isCustom ? '?view=terms' : ''}`);
  });
  return (
    <>
      <PageHead title={t.create} intro={t.intro} back={{ href: '/dashboard/programs', label: t.programs }} />
      <div class="program-editor">
        <Form action={create}>
          <Card>
            <PresetChoice form={form} />
            <PresetFields form={form} />
            <TextField
              label={t.programName}
              hint={t.programNameHint}
              value={form.name}
              name="name"
              isRequired
            />
            <FormActions label={t.create} call={{ operation: 'createProgram', values: buildBody() }}>
              <ButtonLink href="/dashboard/programs">{t.cancel}</ButtonLink>
            </FormActions>
          </Card>
        </Form>
        <ProgramPreview name={form.name.value} rewards={toPresetRewards(form)} />
      </div>
    </>
  );
}

function PresetChoice({ form }: { form: PresetForm }) {
  return (
    <ChoiceCards
      legend={t.whatMembersGet}
      name="preset"
      options={PRESETS.map(value => ({ value, ...t.presets[value] }))}
      chosen={form.preset.value}
      onChoose={preset => choosePreset(form, preset)}
      class="cards preset-cards"
    />
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

/** Lists the fields of a preset. */
function listFields(preset: Preset): PresetFieldSpec[] {
  const perDollar: PresetFieldSpec = {
    kind: 'number',
    label: formatText(t.pointsPer, { amount: formatRoundMoney(1) }),
    key: 'perDollar',
    path: 'points.perDollar',
  };
  switch (preset) {
    case 'stamps':
      return [
        { kind: 'number', label: t.stampsToCollect, key: 'stamps', path: 'goals.0.target' },
        { kind: 'text', label: t.freeItem, key: 'item', path: 'goals.0.reward.name' },
        {
          kind: 'money',
          label: t.costsYou,
          key: 'cost',
          path: 'goals.0.reward.cost',
          hint: t.costsYouHint,
          isOptional: true,
        },
      ];
    case 'points':
      return [
        perDollar,
        { kind: 'money', label: t.amountOff, key: 'discount', path: 'shop.0.reward.value' },
        { kind: 'number', label: t.priceInPoints, key: 'price', path: 'shop.0.points' },
      ];
    case 'cashback':
      return [
        { kind: 'percent', label: t.cashback, key: 'percent', path: 'cashback.value', hint: t.cashbackHint },
        {
          kind: 'money',
          label: t.maxPerOrder,
          key: 'maxPerOrder',
          path: 'cashback.maxPerTransaction',
          isOptional: true,
        },
      ];
    case 'tiers':
      return [perDollar, ...listTierFields()];
    case 'custom':
      return [];
  }
}

function listTierFields(): PresetFieldSpec[] {
  return [
    {
      kind: 'number',
      label: t.pointsForSilver,
      key: 'silver',
      path: 'tiers.0.threshold',
      hint: t.pointsForSilverHint,
    },
    {
      kind: 'number',
      label: t.pointsForGold,
      key: 'gold',
      path: 'tiers.1.threshold',
      hint: t.pointsForGoldHint,
    },
  ];
}

/** The figures that the chosen preset asks for; those that are required are filled in. */
function PresetFields({ form }: { form: PresetForm }) {
  const fields = listFields(form.preset.value as Preset);
  if (fields.length === 0) return null;
  return (
    <div class="row">
      {fields.map(({ kind, label, key, path, hint, isOptional }) => {
        const shared = {
          label,
          hint,
          value: form[key],
          name: `rewards.${path}`,
          isRequired: !isOptional,
        };
        if (kind === 'text') return <TextField key={label} {...shared} />;
        if (kind === 'money') return <MoneyField key={label} {...shared} />;
        return <NumberField key={label} {...shared} unit={kind === 'percent' ? '%' : undefined} />;
      })}
    </div>
  );
}
