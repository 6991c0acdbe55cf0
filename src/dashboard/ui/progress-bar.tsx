import type { ComponentChildren } from 'preact';

interface ProgressBarProps {
  label: ComponentChildren;
  value: number;
  /** Turns red when full, for limits. */
  isLimit?: boolean;
  /** Null means unlimited; no bar is shown. */
  max: number | null;
  /** Figures next to the label. */
  note: ComponentChildren;
  /** Accessible name of the bar. */
  name: string;
}

/** A labeled progress bar. */
export function ProgressBar({ label, value, max, note, name, isLimit }: ProgressBarProps) {
  const isFull = isLimit && max !== null && max > 0 && value >= max;
  return (
    <div class="progress-bar">
      <span>{label}</span>
      <span class="hint">{note}</span>
      {max !== null && (
        <progress
          aria-label={name}
          value={Math.min(value, max)}
          max={max || 1}
          class={isFull ? 'is-full' : ''}
        />
      )}
    </div>
  );
}
