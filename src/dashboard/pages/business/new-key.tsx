import { useSignal } from '@preact/signals';
import type { SCOPES } from '../../../../db/enums.ts';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup, type CheckboxOption } from '../../ui/checkbox-group.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';

type Scope = (typeof SCOPES)[number];

const CHOICES: CheckboxOption<Scope>[] = [
  { value: 'read', label: 'Read', hint: 'View all records and statistics.' },
  {
    value: 'write',
    label: 'Write',
    hint: 'Create and edit campaigns, submissions, programs, members, cashback, influencers and uploads.',
  },
  { value: 'review', label: 'Review', hint: 'Review submissions and redeem rewards.' },
  { value: 'trade', label: 'Trade', hint: 'Place orders on the exchange with your funds.' },
  { value: 'manage', label: 'Manage', hint: 'API keys, webhooks, billing, settings and connected accounts.' },
];

const PRESETS: { value: string; label: string; scopes?: readonly Scope[] }[] = [
  { value: 'read', label: 'Read only', scopes: ['read'] },
  { value: 'counter', label: 'Counter: look up and redeem rewards', scopes: ['read', 'review'] },
  { value: 'website', label: 'Website: show campaigns, enroll members', scopes: ['read', 'write'] },
  { value: 'custom', label: 'Custom: choose scopes' },
];

/** Creates an API key and passes its secret, which is returned only once, to `onIssued`. */
export function NewKeyDialog({
  onClose,
  onIssued,
}: {
  onClose: () => void;
  onIssued: (secret: string) => void;
}) {
  const name = useSignal('');
  const chosen = useSignal<Scope[]>(['read']);
  const preset = useSignal('read');
  const presetScopes = PRESETS.find(({ value }) => value === preset.value)?.scopes;
  const scopes = presetScopes ? [...presetScopes] : chosen.value;
  const buildBody = () => ({ name: name.value, scopes, ...tenantParams() });
  const create = useAction(async () => onIssued((await send(api['api-keys'].post(buildBody()))).key));
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <form onSubmit={create.submit}>
        <TextField
          label="Name"
          hint="The app that uses this key."
          placeholder="Point of sale"
          value={name}
          error={create.fieldError('name')}
          isRequired
        />
        <SelectField
          label="Permissions"
          value={preset}
          options={PRESETS.map(({ value, label }) => ({ value, label }))}
          isRequired
        />
        {!presetScopes && (
          <CheckboxGroup
            legend="Scopes"
            options={CHOICES}
            selected={chosen}
            error={create.fieldError('scopes')}
          />
        )}
        <FormError error={create.error.value} />
        <footer>
          <ShowCodeButton operation="createApiKey" values={buildBody()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={create.isBusy} isDisabled={scopes.length === 0}>
            Create API key
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
