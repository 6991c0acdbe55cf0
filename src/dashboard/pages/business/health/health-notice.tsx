import { failedChecks } from '../../../data/counts.ts';
import { health as t } from '../../../messages/health/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Tells on the first page that a check needs the owner. */
export default function HealthNotice() {
  return (
    <Notice tone="warn">
      {formatText(t.todo, { count: failedChecks.value })} <a href="/dashboard/health">{t.show}</a>
    </Notice>
  );
}
