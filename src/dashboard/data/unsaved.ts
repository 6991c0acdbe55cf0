import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';

/** Forms on the page, each returning whether it has changes that are not saved. */
const forms = new Set<() => boolean>();

/** A navigation that waits until the user decides about unsaved changes; see ui/leave-dialog.tsx. */
export const pendingLeave = signal<(() => void) | null>(null);

/** Returns whether a form on the page has unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return [...forms].some(isDirty => isDirty());
}

/** Runs a navigation now, or once the user agrees to lose the unsaved changes. */
export function leavePage(proceed: () => void): void {
  if (hasUnsavedChanges()) pendingLeave.value = proceed;
  else proceed();
}

export interface UnsavedGuard {
  /** Ends the guard, once the changes are saved. */
  release(): void;
}

/**
 * Asks before the user leaves the page while `isDirty` returns true: by a link, the back button, or closing the tab.
 * Call `release` after saving, before navigating.
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
    const warn = (event: BeforeUnloadEvent) => {
      if (forms.has(guard.check) && guard.check()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      guard.release();
    };
  }, []);
  return guard;
}

/** Decides about the pending navigation: continue and lose the changes, or stay. */
export function resolveLeave(isLeaving: boolean): void {
  const proceed = pendingLeave.value;
  pendingLeave.value = null;
  if (!isLeaving || !proceed) return;
  forms.clear();
  proceed();
}
