import { signal } from '@preact/signals';
import { api, send } from '../../../data/api.ts';
import { webhooks as t } from '../../../messages/webhooks/index.ts';
import { CheckboxField } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { showSecret } from '../../../ui/show-secret.tsx';

/** Replaces the secret of an endpoint, and shows the new one. */
export function rotateSecret(id: string): void {
  const isLeaked = signal(false);
  const body = () => (isLeaked.value ? { graceMinutes: 0 } : {});
  openForm({
    title: t.rotateTitle,
    submitLabel: t.rotate,
    content: (
      <>
        <p>{t.rotateHow}</p>
        <CheckboxField label={t.stopOld} hint={t.stopOldHint} value={isLeaked} />
      </>
    ),
    call: () => ({ operation: 'rotateWebhookSecret', values: { id, ...body() } }),
    run: async () => {
      const { secret } = await send(api.webhooks({ id })['rotate-secret'].post(body()));
      showSecret({ title: t.rotated, hint: isLeaked.value ? t.addNow : t.addBeside, secret });
    },
  });
}
