import { failedChecks } from '../../../data/counts.ts';
import { health as t } from '../../../messages/health/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Icon } from '../../../ui/icon.tsx';

/** Tells on the first page that a check needs the owner. */
export default function HealthNotice() {
  return (
    <div class="notice warn">
      <Icon name="warning" />
      <p>
        {formatText(t.todo, { count: failedChecks.value })} <a href="/dashboard/health">{t.show}</a>
      </p>
    </div>
  );
}
