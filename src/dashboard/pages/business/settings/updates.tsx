import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Updates as State } from '../../../../system/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDate, formatDateTime } from '../../../data/format.ts';
import { usePolling } from '../../../data/poll.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { formatText } from '../../../messages/text.ts';
import { updates as t } from '../../../messages/updates/index.ts';
import { Card } from '../../../ui/components.tsx';
import { CheckboxField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

const GUIDE = '/guides/upgrades-and-backups#update';
/** The result is worth a look soon: the server restarts within seconds. */
const POLL_MS = 1_500;

/** The version that runs, and its updates for the person who runs it. */
export default function Updates() {
  const state = useRead(api.updates.get);
  const version = state.data.value?.version;
  const former = useRef(version);
  former.current ??= version;
  usePolling(state.reload, state.data.value?.isInstalling === true, POLL_MS);
  useEffect(() => {
    // The pages of the new version.
    if (version !== former.current) location.reload();
  }, [version]);
  return (
    <Card title={t.title}>
      <Loaded resource={state}>
        {current => (
          <div class="stack">
            <p>{formatText(t.current, { version: current.version })}</p>
            {current.isOperator ? (
              <ForOperator updates={current} onChange={state.set} />
            ) : (
              <p>{t.byOperator}</p>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

interface ForOperatorProps {
  updates: State;
  onChange: (updates: State) => void;
}

function ForOperator({ updates, onChange }: ForOperatorProps) {
  const { obstacle, isInstalling, failure } = updates;
  return (
    <>
      <LastUpdate updates={updates} />
      {failure !== null && (
        <Notice tone="warn">
          {t.failed}
          <br />
          <code dir="ltr">{failure}</code>
        </Notice>
      )}
      {obstacle !== null ? (
        <p>
          <RichText text={t.obstacles[obstacle]} />
        </p>
      ) : isInstalling ? (
        <p role="status">{t.installing}</p>
      ) : (
        <Newer updates={updates} onChange={onChange} />
      )}
      {(obstacle === null || obstacle === 'notWritable') && (
        <DailyCheck updates={updates} onChange={onChange} />
      )}
      <p class="hint">
        <a href={GUIDE}>{t.guide}</a>
      </p>
    </>
  );
}

/** Nothing is requested unless the person who runs the server wants it. */
function DailyCheck({ updates: { checksDaily }, onChange }: ForOperatorProps) {
  const isOn = useSignal(checksDaily);
  const save = useAction(async () => {
    onChange(await send(api.updates.put({ checksDaily: isOn.value })));
    toast(t.saved);
  });
  return (
    <Form action={save}>
      <CheckboxField label={t.daily} hint={t.dailyHint} value={isOn} />
      <FormActions label={t.save} kind="plain" />
    </Form>
  );
}

function LastUpdate({ updates: { last, version } }: { updates: State }) {
  if (last?.state === 'returned')
    return (
      <Notice tone="warn">
        {formatText(t.returned, { version: last.to })}
        <br />
        <code dir="ltr">{last.reason}</code>
      </Notice>
    );
  if (last?.state !== 'confirmed' || last.to !== version || last.endedAt === null) return null;
  return (
    <p class="hint">{formatText(t.confirmed, { from: last.from, time: formatDateTime(last.endedAt) })}</p>
  );
}

/** The newer versions, and the next step. */
function Newer({ updates: { newer, checkedAt }, onChange }: ForOperatorProps) {
  const [newest] = newer;
  const check = useAction(async () => onChange(await send(api.updates.check.post())));
  const install = useAction(async () => {
    if (newest) onChange(await send(api.updates.post({ version: newest.version })));
  });
  if (!newest)
    return (
      <Form action={check}>
        {checkedAt === null ? <p class="hint">{t.checking}</p> : <Notice tone="good">{t.newest}</Notice>}
        <FormActions label={t.check} kind="plain" />
      </Form>
    );
  return (
    <Form action={install}>
      <h3>{formatText(t.available, { version: newest.version })}</h3>
      {newer.map(({ version, date, notes }) => (
        <div key={version}>
          <p class="hint">{[version, formatDate(date)].join(', ')}</p>
          <p dir="auto" lang="en">
            {notes}
          </p>
        </div>
      ))}
      <p class="hint">{t.installHint}</p>
      <FormActions label={formatText(t.install, { version: newest.version })} />
    </Form>
  );
}
