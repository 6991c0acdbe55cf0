import { useSignal } from '@preact/signals';
import type { Business } from '../../../../businesses/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { look as t } from '../../../messages/look/index.ts';
import { Card } from '../../../ui/components.tsx';
import { CheckboxField, TextArea, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';

const MAX_WORDS = 300;

interface ShopWordsProps {
  business: Business;
  onSaved: (saved: Business) => void;
}

/** The shop's own words on its public pages and in mails, with a preview. */
export default function ShopWords({ business, onSaved }: ShopWordsProps) {
  const invitation = useSignal(business.invitationText ?? '');
  const reward = useSignal(business.rewardText ?? '');
  const sender = useSignal(business.senderName ?? '');
  const showsPerkmint = useSignal(business.showsPerkmint);
  const buildBody = () => ({
    invitationText: invitation.value.trim() || null,
    rewardText: reward.value.trim() || null,
    senderName: sender.value.trim() || null,
    showsPerkmint: showsPerkmint.value,
    ...tenantParams(),
  });
  const save = useAction(async () => {
    onSaved(await send(api.business.put(buildBody())));
    toast(t.wordsSaved);
  });
  return (
    <Card title={t.words}>
      <Form action={save}>
        <TextArea
          label={t.invitation}
          hint={t.invitationHint}
          rows={2}
          maxLength={MAX_WORDS}
          value={invitation}
          name="invitationText"
        />
        <TextArea
          label={t.rewardWords}
          hint={t.rewardWordsHint}
          rows={2}
          maxLength={MAX_WORDS}
          value={reward}
          name="rewardText"
        />
        <TextField
          label={t.sender}
          hint={t.senderHint}
          placeholder={business.name}
          value={sender}
          name="senderName"
        />
        <CheckboxField label={t.showsPerkmint} value={showsPerkmint} />
        <figure class="notice">
          <figcaption class="hint">{t.preview}</figcaption>
          <p dir="auto">
            <strong>{business.name}</strong>
          </p>
          <p dir="auto" class="prose">
            {invitation.value.trim() || t.noInvitation}
          </p>
          {reward.value.trim() && (
            <p dir="auto" class="prose">
              {reward.value.trim()}
            </p>
          )}
          {showsPerkmint.value && <p class="hint">Perkmint</p>}
        </figure>
        <FormActions label={t.saveWords} call={{ operation: 'updateBusiness', values: buildBody() }} />
      </Form>
    </Card>
  );
}
