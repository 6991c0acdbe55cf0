import { useSignal } from '@preact/signals';
import type { NotificationSettings as Settings } from '../../mailings/model.ts';
import { api, send } from '../data/api.ts';
import { formatDate } from '../data/format.ts';
import { useAction, useRead } from '../data/resource.ts';
import { notificationSettings as t } from '../messages/notificationSettings/index.ts';
import { shell } from '../messages/shell/index.ts';
import { formatText } from '../messages/text.ts';
import { CheckboxGroup } from '../ui/checkbox-group.tsx';
import { Card } from '../ui/components.tsx';
import { CheckboxField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

const DEFAULT_FROM = '22:00';
const DEFAULT_TO = '08:00';

type Choice = Settings['kinds'][number] | Settings['passMessages'][number];

/** The mails that the user gets, and the hours without mail. Renders nothing for users who get none. */
export default function NotificationSettings() {
  const settings = useRead(api.account.notifications.get);
  if (settings.data.value?.kinds.length === 0) return null;
  return (
    <Card title={t.notifications}>
      <Loaded resource={settings}>{saved => <SettingsForm saved={saved} onSaved={settings.set} />}</Loaded>
    </Card>
  );
}

function SettingsForm({ saved, onSaved }: { saved: Settings; onSaved: (settings: Settings) => void }) {
  const { kinds, passMessages, quietHours, email, timeZone, canSend } = saved;
  const chosen = useSignal(listEnabled(kinds));
  const chosenMessages = useSignal(listEnabled(passMessages));
  const isQuiet = useSignal(quietHours !== null);
  const from = useSignal(quietHours?.from ?? DEFAULT_FROM);
  const to = useSignal(quietHours?.to ?? DEFAULT_TO);
  const save = useAction(async () => {
    const hours = isQuiet.value ? { from: from.value, to: to.value } : null;
    const change = {
      kinds: listChanges(kinds, chosen.value),
      passMessages: listChanges(passMessages, chosenMessages.value),
      quietHours: hours,
    };
    onSaved(await send(api.account.notifications.put(change)));
    toast(t.notificationsSaved);
  });
  return (
    <Form class="stack" action={save}>
      {!canSend && <p class="notice">{t.noMail}</p>}
      <CheckboxGroup
        legend={formatText(t.mailTo, { email })}
        options={kinds.map(kind => ({ value: kind.kind, label: toTitle(kind), hint: toHint(kind) }))}
        selected={chosen}
      />
      <CheckboxField
        value={isQuiet}
        label={t.quietHours}
        hint={formatText(t.quietHoursHint, { zone: timeZone })}
      />
      {isQuiet.value && (
        <>
          <TextField label={shell.from} type="time" value={from} name="quietHours.from" isRequired />
          <TextField label={shell.to} type="time" value={to} name="quietHours.to" isRequired />
        </>
      )}
      {passMessages.length > 0 && (
        <CheckboxGroup
          legend={t.passMessages}
          options={passMessages.map(message => ({
            value: message.kind,
            label: toTitle(message),
            hint: toChange(message),
          }))}
          selected={chosenMessages}
        />
      )}
      <FormActions label={t.saveNotifications} />
    </Form>
  );
}

function listEnabled<K extends string>(choices: { kind: K; isEnabled: boolean }[]): K[] {
  return choices.filter(({ isEnabled }) => isEnabled).map(({ kind }) => kind);
}

/** Lists only what changed, because each choice is stored with its time. */
function listChanges<K extends string>(saved: { kind: K; isEnabled: boolean }[], chosen: readonly K[]) {
  return saved
    .filter(({ kind, isEnabled }) => chosen.includes(kind) !== isEnabled)
    .map(({ kind, isEnabled }) => ({ kind, isEnabled: !isEnabled }));
}

/** Says what the mail is about, and since when it is turned on or off. */
function toHint(choice: Choice): string {
  return `${t.kindHints[choice.kind as Known] ?? choice.description}. ${toChange(choice)}`.trim();
}

function toChange({ isEnabled, consent }: Choice): string {
  if (!consent) return '';
  const date = formatDate(consent.decidedAt);
  return isEnabled ? formatText(t.turnedOn, { date }) : formatText(t.turnedOff, { date });
}

/** A server of a later version may have more kinds. */
type Known = keyof typeof t.kindTitles & keyof typeof t.kindHints;

function toTitle({ kind, title }: Choice): string {
  return t.kindTitles[kind as Known] ?? title;
}
