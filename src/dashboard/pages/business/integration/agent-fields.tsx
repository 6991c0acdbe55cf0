import { type Signal, useSignal } from '@preact/signals';
import type { MANDATE_WINDOWS } from '../../../../../db/enums.ts';
import type { Mandate } from '../../../../mandates/model.ts';
import { addDays, fromLocalInput, toDay } from '../../../data/local-time.ts';
import { keys as t } from '../../../messages/keys/index.ts';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { listOptions, MoneyField, parseNumber, SelectField, TextField } from '../../../ui/field.tsx';
import { AGENT_TASKS, type AgentTask } from './agent-tasks.ts';

const DEFAULT_DAYS = 90;

interface MandateDraft {
  tasks: Signal<AgentTask[]>;
  amount: Signal<string>;
  window: Signal<(typeof MANDATE_WINDOWS)[number]>;
  approvalAbove: Signal<string>;
  lastDay: Signal<string>;
}

/** Returns the mandate that a form for a new agent changes. */
export function useMandateDraft(): MandateDraft {
  return {
    tasks: useSignal<AgentTask[]>(['read']),
    amount: useSignal(''),
    window: useSignal('week'),
    approvalAbove: useSignal(''),
    lastDay: useSignal(addDays(toDay(Date.now()), DEFAULT_DAYS)),
  };
}

export function toMandate({ tasks, amount, window, approvalAbove, lastDay }: MandateDraft): Mandate {
  return {
    tools: tasks.value.flatMap(task => AGENT_TASKS[task]),
    budget: { amount: parseNumber(amount) ?? 0, window: window.value },
    approvalAbove: parseNumber(approvalAbove) ?? 0,
    expiresAt: fromLocalInput(lastDay.value, 'end') ?? '',
  };
}

/** The limits of a new agent. */
export function AgentFields({ draft }: { draft: MandateDraft }) {
  return (
    <>
      <CheckboxGroup
        legend={t.tasksOfAgent}
        options={listOptions(t.tasks) as { value: AgentTask; label: string }[]}
        selected={draft.tasks}
        name="mandate.tools"
      />
      <div class="row">
        <MoneyField label={t.budget} value={draft.amount} name="mandate.budget.amount" isRequired />
        <SelectField
          label={t.budgetPeriod}
          value={draft.window}
          options={listOptions(t.windows)}
          name="mandate.budget.window"
          isRequired
        />
      </div>
      <MoneyField
        label={t.askAbove}
        hint={t.askAboveHint}
        value={draft.approvalAbove}
        name="mandate.approvalAbove"
        isRequired
      />
      <TextField label={t.lastDay} type="date" value={draft.lastDay} name="mandate.expiresAt" isRequired />
    </>
  );
}
