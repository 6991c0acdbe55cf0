import { useSignal } from '@preact/signals';
import type { Webhook } from '../../../webhooks/model.ts';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { TOPICS } from './webhook-labels.ts';

const RANGES = [
  { value: 'all', label: 'Everything' },
  { value: 'some', label: 'Only what I choose' },
];

interface FormProps {
  /** The address to change; a new one without it. */
  webhook?: Webhook;
  onClose: () => void;
  /** A new address has a secret, told once. */
  onIssued?: (secret: string) => void;
  onChanged?: (webhook: Webhook) => void;
}

/** Adds an address, or changes one. */
export function WebhookForm({ webhook, onClose, onIssued, onChanged }: FormProps) {
  const url = useSignal(webhook?.url ?? '');
  const note = useSignal(webhook?.description ?? '');
  const isAll = webhook === undefined || webhook.events.includes('*');
  const range = useSignal(isAll ? 'all' : 'some');
  const topics = useSignal<string[]>(isAll ? [] : (webhook?.events ?? []));
  // What was set by a program, such as a single kind, stays to be chosen.
  const others = topics.peek().filter(filter => !TOPICS.some(({ value }) => value === filter));
  const options = [...TOPICS, ...others.map(value => ({ value, label: value }))];
  const bodyOf = () => ({
    url: url.value,
    events: range.value === 'all' ? ['*'] : topics.value,
    description: note.value || null,
  });
  const save = useAction(async () => {
    if (webhook) onChanged?.(await send(api.webhooks({ id: webhook.id }).put(bodyOf())));
    else onIssued?.((await send(api.webhooks.post({ ...bodyOf(), ...tenant() }))).secret);
  });
  return (
    <Dialog title={webhook ? 'Change address' : 'Add address'} onClose={onClose}>
      <form onSubmit={save.submit}>
        <TextField
          label="Address"
          type="url"
          placeholder="https://example.com/hooks"
          hint="Reachable from the internet."
          value={url}
          error={save.of('url')}
          isRequired
        />
        <TextField label="Note" value={note} error={save.of('description')} />
        <SelectField label="Events" value={range} options={RANGES} isRequired />
        {range.value === 'some' && (
          <Choices legend="Events" options={options} chosen={topics} error={save.of('events')} />
        )}
        <FormError error={save.error.value} />
        <footer>
          {webhook ? (
            <AsCode operation="updateWebhook" values={{ id: webhook.id, ...bodyOf() }} />
          ) : (
            <AsCode operation="createWebhook" values={bodyOf()} />
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind="primary"
            busy={save.isBusy}
            isDisabled={range.value === 'some' && topics.value.length === 0}
          >
            {webhook ? 'Save' : 'Add address'}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
