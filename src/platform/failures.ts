import { Type } from '@sinclair/typebox';
import { type Clock, nowIso } from './clock.ts';
import { Nullable, Timestamp } from './schema.ts';

/** Attempts at something that is tried until it succeeds, which have failed since the last success. */
export interface Failures {
  count: number;
  /** The first one, as an ISO time. */
  since: string;
  /** The last one, as an ISO time. */
  at: string;
  reason: string;
}

/** Returns the failures with one more. */
export function addFailure(former: Failures | null, reason: string, clock: Clock): Failures {
  const at = nowIso(clock);
  return { count: (former?.count ?? 0) + 1, since: former?.since ?? at, at, reason };
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
