import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { useFieldError } from './field.tsx';

export interface CheckboxOption<V extends string> {
  value: V;
  label: string;
  hint?: string;
}

interface CheckboxGroupProps<V extends string> {
  /** The field's dotted name in the API, by which it shows the error of the form. */
  name?: string;
  legend: string;
  options: CheckboxOption<V>[];
  selected: Signal<V[]>;
}

/** A group of checkboxes. */
export function CheckboxGroup<V extends string>({ name, legend, options, selected }: CheckboxGroupProps<V>) {
  const id = useId();
  const error = useFieldError(name);
  const toggle = (value: V) => {
    const isChosen = selected.value.includes(value);
    selected.value = isChosen ? selected.value.filter(other => other !== value) : [...selected.value, value];
  };
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <div key={value} class="check">
          <input
            id={`${id}-${value}`}
            type="checkbox"
            checked={selected.value.includes(value)}
            aria-describedby={hint ? `${id}-${value}-hint` : undefined}
            onChange={() => toggle(value)}
          />
          <label for={`${id}-${value}`}>{label}</label>
          {hint && (
            <p class="hint" id={`${id}-${value}-hint`}>
              {hint}
            </p>
          )}
        </div>
      ))}
      {error && <p class="field-error">{`${legend} ${error}`}</p>}
    </fieldset>
  );
}
