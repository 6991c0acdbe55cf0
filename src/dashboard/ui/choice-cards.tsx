interface Choice<V extends string> {
  value: V;
  label: string;
  hint: string | null | undefined;
}

interface ChoiceCardsProps<V extends string> {
  legend: string;
  hint?: string;
  /** The name of the group, which is unique on the page. */
  name: string;
  options: readonly Choice<V>[];
  chosen: string;
  onChoose: (value: V) => void;
  isRequired?: boolean;
  class?: string;
}

/** Chooses one of a few options, each with an explanation. */
export function ChoiceCards<V extends string>(props: ChoiceCardsProps<V>) {
  const { legend, hint, name, options, chosen, onChoose, isRequired } = props;
  return (
    <fieldset class={props.class ?? 'choice-cards'}>
      <legend>{legend}</legend>
      {hint && <p class="hint">{hint}</p>}
      {options.map(({ value, label, hint: explanation }) => (
        <label key={value} class="choice-card">
          <input
            type="radio"
            name={name}
            required={isRequired}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            <strong>{label}</strong>
            <span class="hint">{explanation}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
