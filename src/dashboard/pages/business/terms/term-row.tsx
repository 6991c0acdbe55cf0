import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { programForm as t } from '../../../messages/programForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldsOf, useFormAction } from '../../../ui/field.tsx';

/** Asks before a saved term is removed; calls `remove` at once if nothing is lost. */
export type AskToRemove = (name: string, isSaved: boolean, remove: () => void) => void;

interface TermRowProps {
  /** Name of the term; empty for a new one. */
  name: string;
  /** Shown for a row without a name, such as New tier. */
  unnamed: string;
  /** The rest of the term in a few words. */
  summary: string;
  isSaved: boolean;
  /** The term's dotted name in the form. */
  path: string;
  onRemove: () => void;
  children: ComponentChildren;
}

/** A stamp card, goal, tier or reward of a program: one line that opens its fields, and Remove. */
export function TermRow({ name, unnamed, summary, isSaved, path, onRemove, children }: TermRowProps) {
  const isOpen = useSignal(!isSaved);
  // No message of a refused form is hidden.
  const isRefused = useFormAction()?.error.value !== undefined;
  return (
    <div class="term">
      <details
        open={isOpen.value || isRefused}
        onToggle={event => {
          isOpen.value = event.currentTarget.open;
        }}
        // The browser can show its message only at a visible field.
        onInvalidCapture={event => {
          event.currentTarget.open = true;
        }}
      >
        <summary>
          {name || unnamed}
          {summary && <span class="hint">{summary}</span>}
        </summary>
        <div class="form-row">
          <FieldsOf path={path}>{children}</FieldsOf>
        </div>
      </details>
      <Button
        kind="quiet"
        isSmall
        label={formatText(t.removeNamed, { name: name || unnamed })}
        onClick={onRemove}
      >
        {t.remove}
      </Button>
    </div>
  );
}
