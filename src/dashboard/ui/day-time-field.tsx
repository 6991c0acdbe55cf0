import type { Signal } from '@preact/signals';
import { shell as t } from '../messages/shell/index.ts';
import { formatText } from '../messages/text.ts';
import { Field } from './field.tsx';

interface DayTimeFieldProps {
  name: string;
  label: string;
  hint: string;
  /** A day such as 2026-01-31, or a day and a time such as 2026-01-31T18:00. */
  value: Signal<string>;
}

/** A day with a time that may be left empty; `data/local-time.ts` converts its value. */
export function DayTimeField({ value, label, ...field }: DayTimeFieldProps) {
  const [day = '', time = ''] = value.value.split('T');
  const set = (nextDay: string, nextTime: string) => {
    value.value = nextDay && nextTime ? `${nextDay}T${nextTime}` : nextDay;
  };
  return (
    <Field label={label} {...field}>
      {controlProps => (
        <span class="day-time">
          <input
            {...controlProps}
            type="date"
            value={day}
            onInput={({ currentTarget }) => set(currentTarget.value, time)}
          />
          <input
            type="time"
            aria-label={formatText(t.timeOf, { label })}
            value={time}
            disabled={day === ''}
            onInput={({ currentTarget }) => set(day, currentTarget.value)}
          />
        </span>
      )}
    </Field>
  );
}
