import type { ComponentChildren } from 'preact';

/** A value of a table, and what explains it in small print below. */
export function WithDetail({ detail, children }: { detail: ComponentChildren; children: ComponentChildren }) {
  return (
    <span>
      {children}
      {detail && <span class="cell-detail">{detail}</span>}
    </span>
  );
}
