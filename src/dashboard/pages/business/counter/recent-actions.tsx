import type { CounterAction } from '../../../../places/model.ts';
import { api, send } from '../../../data/api.ts';
import { useResource } from '../../../data/resource.ts';
import { businessId, caller, tenantParams } from '../../../data/session.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { formatText, LOCALE } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { lastConfirmed, start } from './attempts.ts';
import { createUndo, describeAction, undoOf } from './counter-work.ts';

const SHOWN = 10;
/** The actions that take others back. */
const UNDOING: CounterAction['kind'][] = ['refund', 'reinstatement', 'cancellation'];

/** The last ten actions at the counter, each with Undo where that is possible. */
export function RecentActions() {
  const list = useResource(
    async abort => {
      if (businessId.value === null) return [];
      const query = { page: 1, perPage: SHOWN, ...tenantParams() };
      return (await send(api.counter.actions.get({ query, ...abort }))).items;
    },
    [lastConfirmed.value],
  );
  return (
    <Card title={t.recent}>
      <Loaded
        resource={list}
        lines={3}
        isEmpty={items => items.length === 0}
        empty={<EmptyState icon="ticket" title={t.nothing} />}
      >
        {items => (
          <ul class="rows">
            {items.map((action, index) =>
              saysMore(action, items.slice(index + 1)) ? (
                <ActionRow
                  key={action.id}
                  action={action}
                  isUndone={isUndone(action, items.slice(0, index))}
                />
              ) : null,
            )}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

/** Returns whether a newer action took this one back. */
function isUndone({ resourceId }: CounterAction, newer: CounterAction[]): boolean {
  return newer.some(action => UNDOING.includes(action.kind) && action.resourceId === resourceId);
}

/** Returns whether a row adds something: without an amount, its original below is marked as undone already. */
function saysMore({ kind, value, resourceId }: CounterAction, older: CounterAction[]): boolean {
  if (!UNDOING.includes(kind) || value > 0) return true;
  return !older.some(action => action.resourceId === resourceId);
}

function ActionRow({ action, isUndone }: { action: CounterAction; isUndone: boolean }) {
  const undo = isUndone ? undefined : createUndo(action);
  const { actor, place, createdAt } = action;
  const who = actor.id === caller.value?.user.id ? t.you : (actor.name ?? t.apiKey);
  const text = describeAction(action);
  return (
    <li>
      <span>
        <strong>{`${text[0]?.toLocaleUpperCase(LOCALE)}${text.slice(1)}`}</strong>
        <span class="hint">
          <RelativeTime at={createdAt} />{' '}
          {place ? formatText(t.byAt, { name: who, place: place.name }) : formatText(t.by, { name: who })}
          {isUndone && ` · ${t.wasUndone}`}
        </span>
      </span>
      {undo && (
        <Button isSmall label={undoOf(text)} onClick={() => start(undo)}>
          {t.undo}
        </Button>
      )}
    </li>
  );
}
