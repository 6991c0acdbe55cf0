import { formatDateTime, formatRelativeTime, formatTimeLeft } from '../data/format.ts';
import { shell as t } from '../messages/shell/index.ts';
import { formatText } from '../messages/text.ts';

/** Renders a relative time with the exact one on hover, and marks a missed deadline. Null becomes a dash. */
export function RelativeTime({ at, isDeadline }: { at: string | null; isDeadline?: boolean }) {
  if (at === null) return <>–</>;
  const isLate = isDeadline && Date.parse(at) < Date.now();
  return (
    <time dateTime={at} title={formatDateTime(at)} class={isLate ? 'overdue' : ''}>
      {isLate ? formatText(t.overdue, { time: formatRelativeTime(at) }) : formatRelativeTime(at)}
    </time>
  );
}

/** Renders how long something is valid, with the exact last moment on hover. */
export function TimeLeft({ until }: { until: string }) {
  return (
    <time dateTime={until} title={formatDateTime(until)}>
      {formatTimeLeft(until)}
    </time>
  );
}
