import { useSignal } from '@preact/signals';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { keys as t } from '../../../messages/keys/index.ts';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { CheckboxField, SelectField, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { AgentFields, toMandate, useMandateDraft } from './agent-fields.tsx';
import { type Scope, toScopeOptions } from './scope-options.ts';

const CHOICES: Scope[] = ['read', 'write', 'review', 'trade', 'manage'];

const PRESETS: Record<keyof typeof t.presets, Scope[] | undefined> = {
  read: ['read'],
  counter: ['read', 'review'],
  website: ['read', 'write'],
  agent: [],
  custom: undefined,
};
type Preset = keyof typeof PRESETS;
const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

/** Creates an API key and passes its secret, which is returned only once, to `onIssued`. */
export default function NewKeyDialog({
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
  const mandate = useMandateDraft();
  const isAgent = preset.value === 'agent';
  const presetScopes = PRESETS[preset.value];
  const scopes = presetScopes ? [...presetScopes] : chosen.value;
  const buildBody = () => ({
    name: name.value,
    ...(isAgent ? { kind: 'agent' as const, mandate: toMandate(mandate) } : { scopes, test: isTest.value }),
    ...tenantParams(),
  });
  const create = useAction(async () => {
    onIssued((await send(api['api-keys'].post(buildBody()))).key);
    onClose();
  });
  return (
    <FormDialog
      title={t.create}
      submitLabel={t.create}
      isDisabled={(isAgent ? mandate.tasks.value : scopes).length === 0}
      action={create}
      call={{ operation: 'createApiKey', values: buildBody() }}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        placeholder={t.namePlaceholder}
        value={name}
        name="name"
        isRequired
      />
      <SelectField
        label={t.permissions}
        value={preset}
        options={PRESET_NAMES.map(value => ({ value, label: t.presets[value] }))}
        isRequired
      />
      {!presetScopes && (
        <CheckboxGroup legend={t.scopes} options={toScopeOptions(CHOICES)} selected={chosen} name="scopes" />
      )}
      {isAgent ? (
        <AgentFields draft={mandate} />
      ) : (
        <CheckboxField value={isTest} label={t.testKey} hint={t.testKeyHint} />
      )}
    </FormDialog>
  );
}
