import type { ComponentChildren } from 'preact';

interface ProgressBarProps {
  label: ComponentChildren;
  value: number;
  /** Warns in its colour when it is full: for limits. */
  isLimit?: boolean;
  /** Null for no end: then there is no bar. */
  max: number | null;
  /** The figures beside the label. */
  note: ComponentChildren;
  /** What a screen reader calls the bar. */
  name: string;
}

/** A bar with its figures: how much of something is used, spent or reached. */
export function ProgressBar({ label, value, max, note, name, isLimit }: ProgressBarProps) {
  const isFull = isLimit && max !== null && max > 0 && value >= max;
  return (
    <div class="meter">
      <span>{label}</span>
      <span class="hint">{note}</span>
      {max !== null && (
        <progress
          aria-label={name}
          value={Math.min(value, max)}
          max={max || 1}
          class={isFull ? 'full' : ''}
        />
      )}
    </div>
  );
}
