import { useRef } from 'preact/hooks';
import { api, send } from '../../../data/api.ts';
import { type Action, useAction } from '../../../data/resource.ts';
import { navigate, query } from '../../../data/router.ts';
import { useUnsavedGuard } from '../../../data/unsaved.ts';
import { campaignForm as t } from '../../../messages/campaignForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { NumberField, SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ActionPicker } from './action-picker.tsx';
import { ConditionFields, LimitFields, listReviewModes, RewardFields } from './campaign-fields.tsx';
import { type CampaignForm, useCampaignForm } from './campaign-form.ts';
import { CampaignPreview } from './campaign-preview.tsx';

/** The effect of the button that submits the form. */
type Intent = 'continue' | 'launch' | 'save';

const PAGE = '/dashboard/campaigns/new';
const STEPS = ['action', 'reward', 'limits'] as const;
/** Fields of the API by the step that shows them, to return to the one with an error. */
const STEP_FIELDS = [
  ['actionId', 'actionType', 'platform'],
  ['name', 'description', 'instructions', 'reward.'],
];

/** Creates a campaign in three steps, as a draft that can be launched at once. */
export default function NewCampaign() {
  const form = useCampaignForm();
  const guard = useUnsavedGuard(form.isDirty);
  const intent = useRef<Intent>('continue');
  const create = useAction(async () => {
    if (intent.current === 'continue') {
      goTo(step + 1);
      return;
    }
    const campaign = await send(api.campaigns.post(form.body())).catch(error => {
      const field: string = error.details?.[0]?.field ?? '';
      const index = STEP_FIELDS.findIndex(names => names.some(name => field.startsWith(name)));
      if (index >= 0) goTo(index + 1);
      throw error;
    });
    guard.release();
    if (intent.current === 'save') toast(t.draftSaved);
    navigate(`/dashboard/campaigns/${campaign.id}${intent.current === 'launch' ? '?launch' : ''}`);
  });
  const asked = Number(query.value.get('step')) || 1;
  // A reload in a later step starts again, because the form is empty.
  const step = form.action.value ? Math.min(Math.max(asked, 1), STEPS.length) : 1;
  const name = t.steps[STEPS[step - 1]!];
  return (
    <>
      <PageHead
        title={t.title}
        intro={formatText(t.step, { step: String(step), steps: String(STEPS.length), name })}
        back={{ href: '/dashboard/campaigns', label: t.campaigns }}
      />
      <div class="with-preview">
        <Form action={create}>
          <Card title={name}>
            {step === 1 && <ActionPicker selected={form.action.value} onSelect={form.pick} />}
            {step === 2 && <RewardStep form={form} />}
            {step === 3 && <LimitStep form={form} />}
            <FormError error={create.error.value} />
            <StepButtons step={step} form={form} create={create} intent={intent} />
          </Card>
        </Form>
        <CampaignPreview form={form} />
      </div>
    </>
  );
}

function goTo(step: number): void {
  navigate(step === 1 ? PAGE : `${PAGE}?step=${step}`);
}

function RewardStep({ form }: { form: CampaignForm }) {
  return (
    <>
      <RewardFields reward={form.reward} />
      <TextField label={t.name} hint={t.nameHint} value={form.name} name="name" maxLength={200} isRequired />
      <TextArea label={t.description} rows={2} value={form.description} name="description" />
      <TextArea
        label={t.instructions}
        hint={t.instructionsHint}
        rows={2}
        value={form.instructions}
        name="instructions"
      />
    </>
  );
}

function LimitStep({ form }: { form: CampaignForm }) {
  return (
    <>
      <LimitFields state={form} />
      <SelectField label={t.review} value={form.mode} options={listReviewModes()} isRequired />
      <details class="more-fields">
        <summary>{t.more}</summary>
        <ConditionFields state={form} />
        <NumberField label={t.validDays} value={form.expiresInDays} name="reward.expiresInDays" isRequired />
        <TextArea
          label={t.disclosure}
          hint={t.disclosureOrRequired}
          rows={2}
          value={form.disclosure}
          name="disclosure.text"
        />
      </details>
    </>
  );
}

interface StepButtonsProps {
  form: CampaignForm;
  create: Action<[]>;
  step: number;
  /** Set by the button that submits the form. */
  intent: { current: Intent };
}

/** The buttons of a step; Enter uses the first one. Limits are optional, so that launching needs only two steps. */
function StepButtons({ step, form, create, intent }: StepButtonsProps) {
  const submit = (to: Intent) => ({
    type: 'submit' as const,
    busy: create.isBusy,
    isDisabled: !form.action.value,
    onClick: () => {
      intent.current = to;
    },
  });
  const isLast = step === STEPS.length;
  return (
    <>
      {!form.action.value && <p class="hint">{t.chooseAction}</p>}
      <div class="actions">
        {!isLast && (
          <Button {...submit('continue')} kind="primary">
            {t.continue}
          </Button>
        )}
        {step > 1 && (
          <Button {...submit('launch')} kind={isLast ? 'primary' : 'plain'}>
            {t.saveAndLaunch}
          </Button>
        )}
        {step > 1 && <Button {...submit('save')}>{t.saveDraft}</Button>}
        {step > 1 && (
          <Button kind="quiet" onClick={() => goTo(step - 1)}>
            {t.back}
          </Button>
        )}
        {isLast && <ShowCodeButton operation="createCampaign" values={{ ...form.body() }} />}
      </div>
    </>
  );
}
