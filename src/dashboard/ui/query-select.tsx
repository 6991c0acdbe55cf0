import { query, setQuery } from '../data/router.ts';
import type { Option } from './field.tsx';

interface QuerySelectProps {
  /** The parameter of the URL. */
  name: string;
  label: string;
  options: readonly Option[];
}

/** A filter or an order of a list, kept in the URL; the option '' removes the parameter. */
export function QuerySelect({ name, label, options }: QuerySelectProps) {
  const chosen = query.value.get(name) ?? '';
  return (
    <label class="inline-select">
      <span class="visually-hidden">{label}</span>
      <select
        value={chosen}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value || null })}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
