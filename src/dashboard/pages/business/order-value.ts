import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Submission } from '../../../submissions/model.ts';
import { parseNumber } from '../../data/parse-number.ts';

/** Holds the order value field of a submission, initially the value that the customer declared. */
export function useOrderValue({ id, orderValue }: Submission): Signal<string> {
  return useMemo(() => signal(orderValue === null ? '' : String(orderValue)), [id]);
}

/** Returns the order value to send with an approval, or nothing if the submission earns no cashback or points. */
export function toOrderValueInput(
  submission: Submission,
  field: Signal<string>,
): { orderValue?: number | null } {
  if (!canHaveOrderValue(submission)) return {};
  const value = parseNumber(field);
  // JSON turns NaN into null, which would credit nothing; the server rejects 0 with a field error.
  return { orderValue: Number.isNaN(value) ? 0 : (value ?? null) };
}

/** Returns whether an approval can earn cashback or points. */
export function canHaveOrderValue({ orderValue, memberId }: Submission): boolean {
  return orderValue !== null || memberId !== null;
}
