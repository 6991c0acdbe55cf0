import { useSignal } from '@preact/signals';
import type { SCOPES } from '../../../../../db/enums.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { keys as t } from '../../../messages/keys/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckboxField, SelectField, TextField } from '../../../ui/field.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';

type Scope = (typeof SCOPES)[number];

const CHOICES: Scope[] = ['read', 'write', 'review', 'trade', 'manage'];

const PRESETS: Record<keyof typeof t.presets, Scope[] | undefined> = {
  read: ['read'],
  counter: ['read', 'review'],
  website: ['read', 'write'],
  custom: undefined,
};
type Preset = keyof typeof PRESETS;
const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

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
  const isTest = useSignal(false);
  const preset = useSignal<Preset>('read');
  const presetScopes = PRESETS[preset.value];
  const scopes = presetScopes ? [...presetScopes] : chosen.value;
  const buildBody = () => ({ name: name.value, scopes, test: isTest.value, ...tenantParams() });
  const create = useAction(async () => onIssued((await send(api['api-keys'].post(buildBody()))).key));
  return (
    <Dialog title={t.create} onClose={onClose}>
      <form onSubmit={create.submit}>
        <TextField
          label={t.name}
          hint={t.nameHint}
          placeholder={t.namePlaceholder}
          value={name}
          error={create.fieldError('name')}
          isRequired
        />
        <SelectField
          label={t.permissions}
          value={preset}
          options={PRESET_NAMES.map(value => ({ value, label: t.presets[value] }))}
          isRequired
        />
        {!presetScopes && (
          <CheckboxGroup
            legend={t.scopes}
            options={CHOICES.map(value => ({
              value,
              label: t.scopeLabels[value],
              hint: t.scopeHints[value],
            }))}
            selected={chosen}
            error={create.fieldError('scopes')}
          />
        )}
        <CheckboxField value={isTest} label={t.testKey} hint={t.testKeyHint} />
        <FormError error={create.error.value} />
        <footer>
          <ShowCodeButton operation="createApiKey" values={buildBody()} />
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button type="submit" kind="primary" busy={create.isBusy} isDisabled={scopes.length === 0}>
            {t.create}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
