import { formatDateTime } from '../data/format.ts';
import { storedAt } from '../data/stored-at.ts';
import { offline as t } from '../messages/offline/index.ts';
import { Icon } from './icon.tsx';

/** Says that the page shows what this device has kept, and since when. */
export default function OfflineNotice() {
  return (
    <p class="notice warn" role="status">
      <Icon name="offline" />
      {t.storedAt(formatDateTime(storedAt.value ?? ''))}
    </p>
  );
}
