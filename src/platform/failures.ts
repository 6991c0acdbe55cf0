import { Type } from '@sinclair/typebox';
import { type Clock, DAY_MS, nowIso } from './clock.ts';
import { Nullable, Timestamp } from './schema.ts';

const NOTICE_EVERY_MS = 7 * DAY_MS;

/** Attempts at something that is tried until it succeeds, which have failed since the last success. */
export interface Failures {
  count: number;
  /** The first one, as an ISO time. */
  since: string;
  /** The last one, as an ISO time. */
  at: string;
  reason: string;
  /** When the operators were last notified. */
  notifiedAt?: string;
}

/** Returns the failures with one more. */
export function addFailure(former: Failures | null, reason: string, clock: Clock): Failures {
  const at = nowIso(clock);
  const { count = 0, since = at, ...more } = former ?? {};
  return { ...more, count: count + 1, since, at, reason };
}

/** Returns whether the operators were notified within the last week. */
export function wasNotified({ notifiedAt }: Failures, clock: Clock): boolean {
  return notifiedAt !== undefined && clock.now() < Date.parse(notifiedAt) + NOTICE_EVERY_MS;
}

/** Creates the schema of failures; null after a success. */
export const FailureReport = (description: string) =>
  Nullable(
    Type.Object(
      {
        since: Timestamp({ description: 'The first failure since the last success' }),
        at: Timestamp({ description: 'The last failure' }),
        count: Type.Integer({ description: 'Failures since the last success' }),
        reason: Type.String({ description: 'In English' }),
      },
      { description },
    ),
  );

/** Returns the API representation of failures. */
export function reportFailures(failures: Failures | null) {
  if (failures === null) return null;
  const { since, at, count, reason } = failures;
  return { since, at, count, reason };
}
