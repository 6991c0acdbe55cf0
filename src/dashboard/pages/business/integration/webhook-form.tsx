import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../../webhooks/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { webhooks as t } from '../../../messages/webhooks/index.ts';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { CheckboxField, SelectField, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { listTopics } from './webhook-labels.ts';

interface FormProps {
  /** The endpoint to edit; absent to create one. */
  webhook?: Webhook;
  onClose: () => void;
  /** Called with the secret of a new endpoint, which is returned only once. */
  onIssued?: (secret: string) => void;
  onChanged?: (webhook: Webhook) => void;
}

/** Creates or edits a webhook endpoint. */
export function WebhookForm({ webhook, onClose, onIssued, onChanged }: FormProps) {
  const url = useSignal(webhook?.url ?? '');
  const note = useSignal(webhook?.description ?? '');
  const isThin = useSignal(webhook?.thin ?? false);
  const isAll = webhook === undefined || webhook.events.includes('*');
  const range = useSignal(isAll ? 'all' : 'some');
  const topics = useSignal<string[]>(isAll ? [] : (webhook?.events ?? []));
  // Keep filters set through the API, such as a single event kind.
  const others = topics.peek().filter(filter => !listTopics().some(({ value }) => value === filter));
  const options = [...listTopics(), ...others.map(value => ({ value, label: value }))];
  const buildBody = () => ({
    url: url.value,
    events: range.value === 'all' ? ['*'] : topics.value,
    description: note.value || null,
    thin: isThin.value,
  });
  const save = useAction(async () => {
    if (webhook) onChanged?.(await send(api.webhooks({ id: webhook.id }).put(buildBody())));
    else onIssued?.((await send(api.webhooks.post({ ...buildBody(), ...tenantParams() }))).secret);
    onClose();
  });
  return (
    <FormDialog
      title={webhook ? t.edit : t.add}
      submitLabel={webhook ? t.save : t.add}
      isDisabled={range.value === 'some' && topics.value.length === 0}
      action={save}
      call={{
        operation: webhook ? 'updateWebhook' : 'createWebhook',
        values: webhook ? { id: webhook.id, ...buildBody() } : buildBody(),
      }}
      onClose={onClose}
    >
      <TextField
        label={t.url}
        type="url"
        placeholder="https://example.com/hooks"
        hint={t.urlHint}
        value={url}
        name="url"
        isRequired
      />
      <TextField label={t.description} value={note} name="description" />
      <SelectField
        label={t.events}
        value={range}
        options={[
          { value: 'all', label: t.allEvents },
          { value: 'some', label: t.someEvents },
        ]}
        isRequired
      />
      {range.value === 'some' && (
        <CheckboxGroup legend={t.eventTypes} options={options} selected={topics} name="events" />
      )}
      <CheckboxField label={t.sendIds} hint={t.sendIdsHint} value={isThin} />
    </FormDialog>
  );
}
