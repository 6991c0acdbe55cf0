import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { HealthCheck, HealthChecks } from '../../../../system/checks-model.ts';
import { api } from '../../../data/api.ts';
import { countFailed } from '../../../data/health.ts';
import { useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { health as t } from '../../../messages/health/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Badge, Card, DetailList, PageHead, type Tone } from '../../../ui/components.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Loaded } from '../../../ui/states.tsx';

type State = HealthCheck['state'];

const TONES: Record<State, Tone> = { ok: 'good', warning: 'warn', wrong: 'bad' };
/** The states with something to do, in the order of the page. */
const TO_DO: State[] = ['wrong', 'warning'];

const getTime = () => new Date(Date.now()).toISOString();

/** The checks of the installation as sentences, with a button where there is something to do. */
export default function Health() {
  const callerTime = useSignal(getTime());
  const checks = useRead(api.health.checks.get, { callerTime: callerTime.value, ...tenantParams() });
  const found = checks.data.value;
  useEffect(() => {
    if (found) countFailed(found.checks);
  }, [found]);
  return (
    <>
      <PageHead title={t.title} intro={t.intro}>
        <Button
          busy={checks.isLoading}
          onClick={() => {
            callerTime.value = getTime();
          }}
        >
          {t.checkAgain}
        </Button>
      </PageHead>
      <Loaded resource={checks}>{current => <Checks {...current} />}</Loaded>
    </>
  );
}

function Checks({ checks, isOperator }: HealthChecks) {
  const todo = checks.filter(({ state }) => state === 'wrong').length;
  const passed = checks.filter(({ state }) => state === 'ok');
  const isMailed = isOperator && passed.some(({ check }) => check === 'mail');
  return (
    <div class="stack">
      {todo > 0 ? (
        <Notice tone="warn">
          {formatText(t.todo, { count: todo })} {isMailed && t.mailed}
        </Notice>
      ) : (
        passed.length === checks.length && <Notice tone="good">{t.allOk}</Notice>
      )}
      {TO_DO.flatMap(state => checks.filter(check => check.state === state)).map(check => (
        <Check key={check.check} {...check} />
      ))}
      {passed.length > 0 && (
        <Card title={t.levels.ok}>
          <DetailList items={passed.map(({ title, text }) => [title, text])} />
        </Card>
      )}
      {!isOperator && <p class="hint">{t.byOperator}</p>}
    </div>
  );
}

function Check({ title, state, text, reason, action }: HealthCheck) {
  return (
    <Card title={title} actions={<Badge tone={TONES[state]}>{t.levels[state]}</Badge>}>
      <p class="break">{text}</p>
      {reason !== null && (
        <p class="hint break" lang="en" dir="ltr">
          {reason}
        </p>
      )}
      {action && (
        <div class="actions">
          <ButtonLink kind={state === 'wrong' ? 'primary' : 'plain'} href={action.path}>
            {action.label}
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
