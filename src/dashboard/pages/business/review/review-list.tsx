import type { ListedSubmission } from '../../../../submissions/model.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { review as t } from '../../../messages/review/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Badge } from '../../../ui/components.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { getRiskBadge } from '../submission/review-labels.ts';
import { getSender } from '../submission/sender.ts';
import type { Queue } from './review-reading.ts';

interface ListProps {
  data: Queue;
  currentId: string;
  selectedIds: string[];
  onSelect: (ids: string[]) => void;
  onOpen: (id: string | undefined) => void;
}

/**
 * Lists the submissions, to open one or select several. Tab reaches only the current one; the arrow keys move to the
 * others.
 */
export function ReviewList({ data, currentId, selectedIds, onSelect, onOpen }: ListProps) {
  const { items, total } = data;
  const isAll = selectedIds.length === items.length;
  const hasMore = total > items.length && data.totalPages > 0;
  const move = (list: HTMLElement, by: number) => {
    const next = items[items.findIndex(({ id }) => id === currentId) + by];
    if (!next) return;
    onOpen(next.id);
    requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-current="true"]')?.focus());
  };
  return (
    <section class="review-list" aria-label={t.list}>
      {items.length > 1 && (
        <label class="select-all">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => onSelect(isAll ? [] : items.map(({ id }) => id))}
          />
          {formatText(hasMore ? t.selectShown : t.selectAll, { count: formatNumber(items.length) })}
        </label>
      )}
      <ul
        onKeyDown={event => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (!by) return;
          event.preventDefault();
          move(event.currentTarget, by);
        }}
      >
        {items.map(submission => (
          <ListedRow
            key={submission.id}
            submission={submission}
            isCurrent={submission.id === currentId}
            isSelected={selectedIds.includes(submission.id)}
            onToggle={() =>
              onSelect(
                selectedIds.includes(submission.id)
                  ? selectedIds.filter(other => other !== submission.id)
                  : [...selectedIds, submission.id],
              )
            }
            onOpen={() => onOpen(submission.id)}
          />
        ))}
      </ul>
      {hasMore && data.page === 1 && data.items[0]?.status === 'pending' && (
        <p class="hint">{formatText(t.moreFollow, { count: formatNumber(total - items.length) })}</p>
      )}
    </section>
  );
}

interface RowProps {
  submission: ListedSubmission;
  isCurrent: boolean;
  isSelected: boolean;
  onToggle: () => void;
  onOpen: () => void;
}

function ListedRow({ submission, isCurrent, isSelected, onToggle, onOpen }: RowProps) {
  const { campaign, createdAt, reviewedAt, status, orderValue } = submission;
  const [riskLabel, tone] = getRiskBadge(submission);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li class={isCurrent ? 'is-current' : ''}>
      <input
        type="checkbox"
        aria-label={formatText(t.selectFrom, { sender: getSender(submission) })}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={onToggle}
      />
      <button
        type="button"
        tabIndex={tabIndex}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onOpen}
      >
        <strong>{getSender(submission)}</strong>
        <span class="hint">
          {campaign?.name ?? t.program} · <RelativeTime at={status === 'pending' ? createdAt : reviewedAt} />
          {orderValue !== null && ` · ${formatText(t.order, { amount: formatMoney(orderValue) })}`}
        </span>
        {status === 'pending' && tone !== 'good' && <Badge tone={tone}>{riskLabel}</Badge>}
      </button>
    </li>
  );
}
