import { useRef } from 'preact/hooks';
import { api, send } from '../../data/api.ts';
import { type Action, useAction } from '../../data/resource.ts';
import { navigate, query } from '../../data/router.ts';
import { useUnsavedGuard } from '../../data/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { NumberField, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { ActionPicker } from './action-picker.tsx';
import { ConditionFields, LimitFields, REVIEW_MODES, RewardFields } from './campaign-fields.tsx';
import { type CampaignForm, useCampaignForm } from './campaign-form.ts';
import { CampaignPreview } from './campaign-preview.tsx';

/** The effect of the button that submits the form. */
type Intent = 'continue' | 'launch' | 'save';

const PAGE = '/dashboard/campaigns/new';
const STEPS = ['What should people do?', 'What do they get?', 'When and how many?'];
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
    if (intent.current === 'save') toast('Draft saved. Launch it when you are ready.');
    navigate(`/dashboard/campaigns/${campaign.id}${intent.current === 'launch' ? '?launch' : ''}`);
  });
  const asked = Number(query.value.get('step')) || 1;
  // A reload in a later step starts again, because the form is empty.
  const step = form.action.value ? Math.min(Math.max(asked, 1), STEPS.length) : 1;
  return (
    <>
      <PageHead
        title="New campaign"
        intro={`Step ${step} of ${STEPS.length}: ${STEPS[step - 1]}`}
        back={{ href: '/dashboard/campaigns', label: 'Campaigns' }}
      />
      <div class="with-preview">
        <form onSubmit={create.submit}>
          <Card title={STEPS[step - 1] ?? ''}>
            {step === 1 && <ActionPicker selected={form.action.value} onSelect={form.pick} />}
            {step === 2 && <RewardStep form={form} create={create} />}
            {step === 3 && <LimitStep form={form} create={create} />}
            <FormError error={create.error.value} />
            <StepButtons step={step} form={form} create={create} intent={intent} />
          </Card>
        </form>
        <CampaignPreview form={form} />
      </div>
    </>
  );
}

function goTo(step: number): void {
  navigate(step === 1 ? PAGE : `${PAGE}?step=${step}`);
}

interface StepProps {
  form: CampaignForm;
  create: Action<[]>;
}

function RewardStep({ form, create }: StepProps) {
  const clearError = () => {
    create.error.value = undefined;
  };
  return (
    <>
      <RewardFields reward={form.reward} of={create.fieldError} onTypeChange={clearError} />
      <TextField
        label="Name"
        hint="Customers see it as the title."
        value={form.name}
        error={create.fieldError('name')}
        maxLength={200}
        isRequired
      />
      <TextArea
        label="Description"
        rows={2}
        value={form.description}
        error={create.fieldError('description')}
      />
      <TextArea
        label="Instructions"
        hint="Anything that the post should show or say."
        rows={2}
        value={form.instructions}
        error={create.fieldError('instructions')}
      />
    </>
  );
}

function LimitStep({ form, create }: StepProps) {
  return (
    <>
      <LimitFields state={form} of={create.fieldError} />
      <SelectField label="Review" value={form.mode} options={REVIEW_MODES} isRequired />
      <details class="more-fields">
        <summary>Conditions and disclosure</summary>
        <ConditionFields state={form} of={create.fieldError} />
        <NumberField
          label="Reward valid for (days)"
          value={form.expiresInDays}
          error={create.fieldError('reward.expiresInDays')}
          isRequired
        />
        <TextArea
          label="Disclosure"
          hint="Text that posts must include to show that they are rewarded. Empty: what the platform requires."
          rows={2}
          value={form.disclosure}
          error={create.fieldError('disclosure.text')}
        />
      </details>
    </>
  );
}

interface StepButtonsProps extends StepProps {
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
      {!form.action.value && <p class="hint">Choose an action to continue.</p>}
      <div class="actions">
        {!isLast && (
          <Button {...submit('continue')} kind="primary">
            Continue
          </Button>
        )}
        {step > 1 && (
          <Button {...submit('launch')} kind={isLast ? 'primary' : 'plain'}>
            Save and launch
          </Button>
        )}
        {step > 1 && <Button {...submit('save')}>Save draft</Button>}
        {step > 1 && (
          <Button kind="quiet" onClick={() => goTo(step - 1)}>
            Back
          </Button>
        )}
        {isLast && <ShowCodeButton operation="createCampaign" values={{ ...form.body() }} />}
      </div>
    </>
  );
}
