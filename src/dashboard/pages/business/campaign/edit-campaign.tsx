import type { Campaign } from '../../../../campaigns/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatNumber, formatReward } from '../../../data/format.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { navigate, type PageProps } from '../../../data/router.ts';
import { useUnsavedGuard } from '../../../data/unsaved.ts';
import { campaignForm as t } from '../../../messages/campaignForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card, DetailList, PageHead } from '../../../ui/components.tsx';
import {
  CheckboxField,
  listOptions,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Draft, useDraft } from './campaign-draft.ts';
import { ConditionFields, LimitFields, listReviewModes, RewardFields } from './campaign-fields.tsx';
import { duplicateCampaign } from './duplicate-campaign.ts';

// Comes after the form, which is readable without it, to keep the first load small.
void import('../../../ui/owner-style.ts');

/** Edits a campaign; reward and requirements are locked once there are submissions. */
export default function EditCampaign({ params }: PageProps) {
  const { id = '' } = params;
  const record = useRead(api.campaigns({ id }).get);
  return (
    <Loaded resource={record} lines={8}>
      {campaign => <EditForm key={campaign.id} campaign={campaign} />}
    </Loaded>
  );
}

function EditForm({ campaign }: { campaign: Campaign }) {
  const draft = useDraft(campaign);
  const page = `/dashboard/campaigns/${campaign.id}`;
  const guard = useUnsavedGuard(draft.isChanged);
  const save = useAction(async () => {
    const change = draft.change();
    if (draft.isChanged()) {
      await send(api.campaigns.put(change));
      toast(t.saved);
    }
    guard.release();
    navigate(page);
  });
  const canResume = campaign.state === 'paused' || campaign.state === 'expired';
  return (
    <>
      <PageHead
        title={formatText(t.editTitle, { name: campaign.name })}
        back={{ href: page, label: campaign.name }}
      />
      <Form action={save}>
        {draft.isFrozen && <FrozenNotice campaign={campaign} />}
        <div class="halves">
          <div class="stack">
            <Card title={t.whatCustomersSee}>
              <ContentFields draft={draft} />
            </Card>
            {!draft.isFrozen && (
              <Card title={t.whoCanTakePart}>
                <ConditionFields state={draft} />
              </Card>
            )}
            {draft.isFrozen && <ReviewCard draft={draft} />}
          </div>
          <div class="stack">
            {!draft.isFrozen && (
              <Card title={t.reward}>
                <RewardFields reward={draft.reward} />
                <NumberField
                  label={t.validDays}
                  hint={t.validDaysHint}
                  value={draft.expiresInDays}
                  name="reward.expiresInDays"
                  isRequired
                />
              </Card>
            )}
            <Card title={t.schedule}>
              <LimitFields state={draft} />
              {canResume && <CheckboxField value={draft.isReactivated} label={t.reactivate} />}
            </Card>
            {!draft.isFrozen && <ReviewCard draft={draft} />}
          </div>
        </div>
        <div class="save-bar">
          <FormError error={save.error.value} />
          <SubmitButton>{t.save}</SubmitButton>
          <ButtonLink href={page}>{t.cancel}</ButtonLink>
          <ShowCodeButton operation="updateCampaign" values={draft.change()} />
        </div>
      </Form>
    </>
  );
}

/** Says once which terms are locked, why, and how to offer others. */
function FrozenNotice({ campaign }: { campaign: Campaign }) {
  const { reward, requirements } = campaign;
  const duplicate = useAction(() => duplicateCampaign(campaign.id, t.draftCreated));
  return (
    <div class="notice">
      <Icon name="info" />
      <div>
        <p>{t.frozen}</p>
        <details class="more-fields">
          <summary>{t.showLocked}</summary>
          <DetailList
            items={[
              [t.reward, formatReward(reward)],
              [t.validFor, formatText(t.days, { count: reward.expiresInDays })],
              [
                t.minFollowers,
                requirements.minFollowers > 0 ? formatNumber(requirements.minFollowers) : t.none,
              ],
              [t.hashtags, requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ') || t.none],
            ]}
          />
        </details>
        <FormError error={duplicate.error.value} />
        <Button isSmall icon="copy" busy={duplicate.isBusy} onClick={() => void duplicate.run()}>
          {t.duplicate}
        </Button>
      </div>
    </div>
  );
}

function ContentFields({ draft }: { draft: Draft }) {
  const { name, description, instructions, disclosure } = draft;
  return (
    <>
      <TextField label={t.name} value={name} name="name" maxLength={200} isRequired />
      <TextArea
        label={t.description}
        hint={t.descriptionHint}
        rows={2}
        value={description}
        name="description"
      />
      <TextArea label={t.instructions} hint={t.stepsHint} value={instructions} name="instructions" />
      <TextArea
        label={t.disclosure}
        hint={t.disclosureHint}
        rows={2}
        value={disclosure}
        name="disclosure.text"
      />
    </>
  );
}

function ReviewCard({ draft: { mode, slaHours, onTimeout } }: { draft: Draft }) {
  return (
    <Card title={t.review}>
      <SelectField label={t.review} value={mode} options={listReviewModes()} isRequired />
      <div class="row">
        <NumberField
          label={t.answerWithin}
          hint={t.answerWithinHint}
          value={slaHours}
          name="reviewPolicy.slaHours"
        />
        <SelectField
          label={t.ifOverdue}
          hint={t.ifOverdueHint}
          value={onTimeout}
          options={listOptions(t.timeouts)}
          isRequired
        />
      </div>
    </Card>
  );
}
