import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** Windows in which a long form needs no folding. */
const WIDE = '(width > 52rem)';

interface FoldCardProps {
  title: string;
  /** Whether the section has values; a section without any is closed on a phone. */
  isUsed: boolean;
  /** Opens the section, so that the focus can move to the field with the error. */
  hasError: boolean;
  children: ComponentChildren;
}

/** A section of a long form that opens and closes. */
export function FoldCard({ title, isUsed, hasError, children }: FoldCardProps) {
  const isOpen = useSignal(isUsed || matchMedia(WIDE).matches);
  return (
    <details
      class="card fold-card"
      open={isOpen.value || hasError}
      onToggle={event => {
        isOpen.value = event.currentTarget.open;
      }}
      onInvalidCapture={() => {
        // The browser can't show its message for a field in a closed section, and would not submit the form.
        isOpen.value = true;
      }}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="stack">{children}</div>
    </details>
  );
}
