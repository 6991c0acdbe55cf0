import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Submission } from '../../../../submissions/model.ts';

/** Holds the order value of a submission, initially the one that the customer declared; NaN while it can't be read. */
export function useOrderValue({ id, orderValue }: Submission): Signal<number | null> {
  return useMemo(() => signal(orderValue), [id]);
}

/** Returns the order value to send with an approval, or nothing if the submission earns no cashback or points. */
export function toOrderValueInput(
  submission: Submission,
  { value }: Signal<number | null>,
): { orderValue?: number | null } {
  return canHaveOrderValue(submission) ? { orderValue: value } : {};
}

/** Returns whether an approval can earn cashback or points. */
export function canHaveOrderValue({ orderValue, memberId }: Submission): boolean {
  return orderValue !== null || memberId !== null;
}
