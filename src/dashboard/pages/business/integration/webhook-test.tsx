import { useSignal } from '@preact/signals';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { webhooks as t } from '../../../messages/webhooks/index.ts';
import { Card } from '../../../ui/components.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatKind, TEST_KINDS } from './webhook-labels.ts';

/** Sends a test event to an endpoint. */
export default function WebhookTest({ id, onSent }: { id: string; onSent: () => void }) {
  const kind = useSignal<string>('webhook.ping');
  const test = useAction(async () => {
    const type = TEST_KINDS.find(known => known === kind.value);
    await send(api.webhooks({ id }).test.post({ type }));
    toast(t.testSent);
    onSent();
  });
  return (
    <Card title={t.testTitle}>
      <Form action={test}>
        <SelectField
          label={t.eventType}
          value={kind}
          options={TEST_KINDS.map(value => ({ value, label: formatKind(value) }))}
          name="type"
          isRequired
        />
        <FormActions
          label={t.sendTest}
          call={{ operation: 'testWebhook', values: { id, type: kind.value } }}
        />
      </Form>
    </Card>
  );
}
