import { useSignal } from '@preact/signals';
import { SCOPES } from '../../../../db/enums.ts';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { type Choice, Choices } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';

type Scope = (typeof SCOPES)[number];

const CHOICES: Choice<Scope>[] = [
  { value: 'read', label: 'Look at everything', hint: 'Read-only access' },
  {
    value: 'write',
    label: 'Create and change',
    hint: 'Campaigns, proof, programs, members, cashback, influencers, pictures.',
  },
  { value: 'review', label: 'Review and redeem', hint: 'Decide on proof, and redeem rewards at the till.' },
  { value: 'trade', label: 'Trade', hint: 'Orders on the exchange, with your money.' },
  { value: 'manage', label: 'Manage', hint: 'Keys, webhooks, billing, settings and connected accounts.' },
];

/** Makes a key; its secret is told to `onIssued` and never again. */
export function NewKeyDialog({
  onClose,
  onIssued,
}: {
  onClose: () => void;
  onIssued: (secret: string) => void;
}) {
  const name = useSignal('');
  const chosen = useSignal<Scope[]>([...SCOPES]);
  const bodyOf = () => ({ name: name.value, scopes: chosen.value, ...tenant() });
  const create = useAction(async () => onIssued((await send(api['api-keys'].post(bodyOf()))).key));
  return (
    <Dialog title="New key" onClose={onClose}>
      <form onSubmit={create.submit}>
        <TextField
          label="Name"
          hint="Which program uses it, so that you know later."
          placeholder="Till at the counter"
          value={name}
          error={create.of('name')}
          isRequired
        />
        <Choices legend="What it may do" options={CHOICES} chosen={chosen} error={create.of('scopes')} />
        <FormError error={create.error.value} />
        <footer>
          <AsCode operation="createApiKey" values={bodyOf()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={create.isBusy} isDisabled={chosen.value.length === 0}>
            Make key
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
