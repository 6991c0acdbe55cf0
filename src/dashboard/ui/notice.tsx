import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** A sentence that says whether something is well. */
export function Notice({ tone, children }: { tone: 'good' | 'warn'; children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} />
      <p>{children}</p>
    </div>
  );
}
