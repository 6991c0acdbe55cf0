import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';

export interface Choice<V extends string> {
  value: V;
  label: string;
  hint?: string;
}

interface ChoicesProps<V extends string> {
  legend: string;
  options: Choice<V>[];
  chosen: Signal<V[]>;
  error?: string | undefined;
}

/** A group of checkboxes. */
export function Choices<V extends string>({ legend, options, chosen, error }: ChoicesProps<V>) {
  const id = useId();
  const toggle = (value: V) => {
    const isChosen = chosen.value.includes(value);
    chosen.value = isChosen ? chosen.value.filter(other => other !== value) : [...chosen.value, value];
  };
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <div key={value} class="check">
          <input
            id={`${id}-${value}`}
            type="checkbox"
            checked={chosen.value.includes(value)}
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
      {error && <p class="wrong">{`${legend} ${error}`}</p>}
    </fieldset>
  );
}
