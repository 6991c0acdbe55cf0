import { formatDistance, formatTime } from '../data/format.ts';

/** A moment as people say it; the exact time stands behind it. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <>–</>;
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatDistance(at)}
    </time>
  );
}
