import type { Random } from './crypto.ts';

/*
 * The header `traceparent` of W3C Trace Context (www.w3.org/TR/trace-context): the trace that a request belongs to, and the
 * span of its caller.
 */

const VERSION = '00';
const SPAN_BYTES = 8;
/** Version, trace ID, span ID and flags; a later version may have more after them. */
const PATTERN = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** The caller records the trace; other flags are of later versions. */
const SAMPLED = 1;

/** A span of a trace. */
export interface Trace {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** Reads a header. @returns undefined for a missing or invalid one, which the standard has ignored */
export function parseTraceparent(header: string | null): Trace | undefined {
  const [, version, traceId, spanId, flags, rest] = PATTERN.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === VERSION && rest !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

/** Returns the header of a new span in the trace of another. */
export function continueTrace({ traceId, isSampled }: Trace, random: Random): string {
  const spanId = Buffer.from(random.bytes(SPAN_BYTES)).toString('hex');
  return `${VERSION}-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
