import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';

/** Forms on the page, each returning whether it has changes that are not saved. */
const forms = new Set<() => boolean>();

/** A navigation that waits until the user decides about unsaved changes; see ui/leave-dialog.tsx. */
export const pendingLeave = signal<(() => void) | null>(null);

/** Forms whose fields were changed, and whether they were sent since. */
const touchedForms = new Map<HTMLFormElement, 'changed' | 'sent'>();
/** Forms that are guarded: those of signed-in pages and of dialogs, but not the code entry, which is quick to repeat. */
const GUARDED = '.frame form:not(.redeem-form, .counter-form), dialog form';
/** Marks a form that was sent and refused, so that it still has what the user typed. */
const REFUSED = '.error-state, [aria-invalid="true"]';

/** Watches all forms of the page, so that none needs a guard of its own. Call once. */
export function watchForms(): void {
  const find = ({ target }: Event) => (target as Element).closest<HTMLFormElement>(GUARDED);
  document.addEventListener('input', event => {
    const form = find(event);
    if (form) touchedForms.set(form, 'changed');
  });
  document.addEventListener(
    'submit',
    event => {
      const form = find(event);
      if (form && touchedForms.has(form)) touchedForms.set(form, 'sent');
    },
    true,
  );
  addEventListener('beforeunload', event => {
    if (hasUnsavedChanges()) event.preventDefault();
  });
}

/** Returns whether a form on the page, or inside an element, has unsaved changes. */
export function hasUnsavedChanges(within?: Element): boolean {
  for (const [form, state] of touchedForms) {
    if (!form.isConnected) touchedForms.delete(form);
    else if ((state === 'changed' || form.querySelector(REFUSED)) && (within?.contains(form) ?? true))
      return true;
  }
  return !within && [...forms].some(isDirty => isDirty());
}

/** Runs a navigation now, or once the user agrees to lose the unsaved changes. */
export function leavePage(proceed: () => void): void {
  if (!hasUnsavedChanges()) proceed();
  else
    pendingLeave.value = () => {
      forms.clear();
      touchedForms.clear();
      proceed();
    };
}

/** Closes a dialog now, or once the user agrees to lose what was entered in it. */
export function leaveDialog(dialog: Element, close: () => void): void {
  if (hasUnsavedChanges(dialog)) pendingLeave.value = close;
  else close();
}

interface UnsavedGuard {
  /** Ends the guard, once the changes are saved. */
  release(): void;
}

/**
 * Asks before the user leaves the page while `isDirty` returns true: by a link, the back button, or closing the tab.
 * For changes that are not fields of a form, which `watchForms` guards. Call `release` after saving, before navigating.
 */
export function useUnsavedGuard(isDirty: () => boolean): UnsavedGuard {
  const latest = useRef(isDirty);
  latest.current = isDirty;
  const guard = useMemo(() => {
    const check = () => latest.current();
    return { check, release: () => void forms.delete(check) };
  }, []);
  useEffect(() => {
    forms.add(guard.check);
    return guard.release;
  }, []);
  return guard;
}

/** Decides about the pending navigation: continue and lose the changes, or stay. */
export function resolveLeave(isLeaving: boolean): void {
  const proceed = pendingLeave.value;
  pendingLeave.value = null;
  if (isLeaving) proceed?.();
}
