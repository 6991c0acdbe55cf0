import { formatDistance, formatTime } from '../data/format.ts';

/** A time as people say it, the exact one on hover; a dash for none. A deadline that has passed says so. */
export function RelativeTime({ at, isDeadline }: { at: string | null; isDeadline?: boolean }) {
  if (at === null) return <>–</>;
  const isLate = isDeadline && Date.parse(at) < Date.now();
  return (
    <time dateTime={at} title={formatTime(at)} class={isLate ? 'late' : ''}>
      {isLate && 'overdue, since '}
      {formatDistance(at)}
    </time>
  );
}
