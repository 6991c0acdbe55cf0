import { formatMoney } from '../../data/format.ts';
import { setQuery } from '../../data/router.ts';
import { Badge } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { getRiskBadge, getSender } from './review-labels.ts';
import type { Queue } from './review-queue.ts';

interface ListProps {
  data: Queue;
  currentId: string;
  selectedIds: string[];
  onSelect: (ids: string[]) => void;
}

/** Lists the submissions, to open one or select several. */
export function ReviewList({ data, currentId, selectedIds, onSelect }: ListProps) {
  const { items, total } = data;
  const isAll = selectedIds.length === items.length;
  return (
    <section class="review-list" aria-label="Submissions">
      <label class="select-all">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onSelect(isAll ? [] : items.map(({ id }) => id))}
        />
        Select all {items.length}
      </label>
      <ul>
        {items.map(submission => {
          const { id, campaign, createdAt, status, orderValue } = submission;
          const [riskLabel, tone] = getRiskBadge(submission);
          return (
            <li key={id} class={id === currentId ? 'is-current' : ''}>
              <input
                type="checkbox"
                aria-label={`Select the submission from ${getSender(submission)}`}
                checked={selectedIds.includes(id)}
                onChange={() =>
                  onSelect(
                    selectedIds.includes(id)
                      ? selectedIds.filter(other => other !== id)
                      : [...selectedIds, id],
                  )
                }
              />
              <button
                type="button"
                aria-current={id === currentId ? 'true' : undefined}
                onClick={() => setQuery({ id })}
              >
                <strong>{getSender(submission)}</strong>
                <span class="hint">
                  {campaign?.name ?? 'Program'} · <RelativeTime at={createdAt} />
                  {orderValue !== null && ` · order ${formatMoney(orderValue)}`}
                </span>
                {status === 'pending' && tone !== 'good' && <Badge tone={tone}>{riskLabel}</Badge>}
              </button>
            </li>
          );
        })}
      </ul>
      {total > items.length && <p class="hint">{total - items.length} more in the queue.</p>}
    </section>
  );
}
