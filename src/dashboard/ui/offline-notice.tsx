import { formatDateTime } from '../data/format.ts';
import { storedAt } from '../data/stored-at.ts';
import { offline as t } from '../messages/offline/index.ts';
import { formatText } from '../messages/text.ts';
import { Icon } from './icon.tsx';

/** Says that the page shows what this device has kept, and since when. */
export default function OfflineNotice() {
  return (
    <p class="notice warn" role="status">
      <Icon name="offline" />
      {formatText(t.storedAt, { time: formatDateTime(storedAt.value ?? '') })}
    </p>
  );
}
