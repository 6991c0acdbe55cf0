import { useEffect } from 'preact/hooks';
import { counter as t } from '../../../messages/counter/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { describeError } from '../../../ui/states.tsx';
import { type Attempt, attempts, dismiss, retry, retryWhenOnline, start } from './attempts.ts';

/** Lists the latest attempts: confirmed ones with Undo, and unsaved ones. */
export function AttemptList() {
  useEffect(retryWhenOnline, []);
  return (
    <div class="attempts" role="status">
      {attempts.value.map(item => (
        <AttemptRow key={item.id} attempt={item} />
      ))}
    </div>
  );
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const { id, label, state, outcome, error, instead } = attempt;
  if (state === 'sending')
    return (
      <p class="notice">
        <span>{formatText(t.saving, { what: label })}</span>
      </p>
    );
  if (state === 'done' && outcome)
    return (
      <p class="notice good is-outcome">
        <Icon name="check" />
        <span>
          <strong>{outcome.text}</strong>
          {outcome.note && <span>{outcome.note}</span>}
        </span>
        {outcome.undo && <UndoButton attempt={attempt} />}
      </p>
    );
  return (
    <p class={`notice ${state === 'failed' ? 'bad' : 'warn'}`}>
      <Icon name="warning" />
      <span>
        <strong>{formatText(t.notSaved, { what: label })}</strong> {error && describeError(error)}
      </span>
      {state === 'failed' && (
        <Button isSmall onClick={() => retry(id)}>
          {shell.tryAgain}
        </Button>
      )}
      {error?.code === 'LIMIT_REACHED' && instead && (
        <Button isSmall onClick={() => start(instead.work)}>
          {instead.text}
        </Button>
      )}
      <Button isSmall kind="quiet" onClick={() => dismiss(id)}>
        {state === 'failed' ? t.discard : shell.dismiss}
      </Button>
    </p>
  );
}

function UndoButton({ attempt: { id, outcome } }: { attempt: Attempt }) {
  return (
    <Button
      isSmall
      onClick={() => {
        dismiss(id);
        if (outcome?.undo) start(outcome.undo);
      }}
    >
      {t.undo}
    </Button>
  );
}
