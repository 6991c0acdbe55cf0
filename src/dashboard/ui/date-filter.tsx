import { query, setQuery } from '../data/router.ts';
import { shell as t } from '../messages/shell/index.ts';

interface DateFilterProps {
  /** Values to show while the URL has none. */
  from?: string;
  to?: string;
  /** The last day that can be chosen. */
  max?: string;
  /** Called instead of writing the parameters `from` and `to` to the URL. */
  onChange?: (period: { from: string; to: string }) => void;
}

/** Two dates, kept in the parameters `from` and `to` of the URL. */
export function DateFilter({ from = '', to = '', max, onChange }: DateFilterProps) {
  const shown = { from: query.value.get('from') ?? from, to: query.value.get('to') ?? to };
  const change = (part: Partial<typeof shown>) => {
    const next = { ...shown, ...part };
    if (onChange) onChange(next);
    else setQuery({ from: next.from || null, to: next.to || null });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own default style and needs a legend
    <span class="date-filter" role="group" aria-label={t.dates}>
      <input
        type="date"
        aria-label={t.from}
        value={shown.from}
        max={shown.to || max}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        aria-label={t.to}
        value={shown.to}
        min={shown.from || undefined}
        max={max}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
    </span>
  );
}
