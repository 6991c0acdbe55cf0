import type { Campaign } from '../../../../campaigns/model.ts';
import type { ListedSubmission, Review, Submission } from '../../../../submissions/model.ts';
import { formatLabel, formatMoney, formatNumber, formatRatio, formatReward } from '../../../data/format.ts';
import { review as t } from '../../../messages/review/index.ts';
import { formatText } from '../../../messages/text.ts';
import type { Tone } from '../../../ui/components.tsx';

export type RejectionCode = NonNullable<Review['rejectionCode']>;

export const VERIFICATION_TONES: Record<Submission['verification']['status'], Tone> = {
  unverified: 'neutral',
  passed: 'good',
  failed: 'bad',
  inconclusive: 'warn',
};

/** Thresholds of the risk score, see submissions/rules/risk.ts: one weak signal scores below 25, a strong one at least 40. */
const MEDIUM_RISK = 15;
const HIGH_RISK = 40;

export function getRiskBadge({ risk }: Submission): [label: string, tone: Tone] {
  if (risk.score >= HIGH_RISK) return [t.risk.high, 'bad'];
  if (risk.score >= MEDIUM_RISK) return [t.risk.medium, 'warn'];
  return [t.risk.low, 'good'];
}

/** Describes the sender's other submissions, e.g. 3 earlier submissions: 2 approved, 1 rejected. */
export function formatHistory({ customer, status }: ListedSubmission): string {
  if (!customer) return '–';
  const counts = { ...customer.submissions };
  counts[status] -= 1;
  const { pending, approved, rejected } = counts;
  const total = pending + approved + rejected;
  if (total <= 0) return t.first;
  const parts = [
    approved > 0 && formatText(t.counts.approved, { count: formatNumber(approved) }),
    rejected > 0 && formatText(t.counts.rejected, { count: formatNumber(rejected) }),
    pending > 0 && formatText(t.counts.pending, { count: formatNumber(pending) }),
  ].filter(part => part !== false);
  const rate =
    approved + rejected >= MIN_DECIDED
      ? ` (${formatText(t.approvalRate, { rate: formatRatio(approved / (approved + rejected)) })})`
      : '';
  return `${formatText(t.others, { count: total })}: ${parts.join(', ')}${rate}`;
}

/** Decisions from which an approval rate says more than the counts. */
const MIN_DECIDED = 3;

/** Formats the reward of an approval, in dollars if the order value is known. */
export function formatGrant({ orderValue }: Submission, { reward }: Campaign): string {
  if (reward.type !== 'percentage' || orderValue === null) return formatReward(reward);
  const share = (orderValue * (reward.value ?? 0)) / 100;
  return formatText(t.forOrder, {
    reward: formatReward(reward),
    amount: formatMoney(Math.min(share, reward.maxAmount ?? share)),
    order: formatMoney(orderValue),
  });
}

/** Returns the host of a URL without www. */
export function getHost(url: string): string {
  return (URL.parse(url)?.host ?? url).replace(/^www\./, '');
}

/** Formats the name of a verification check, e.g. `hashtagPresent` → Hashtag present. */
export const formatCheckName = formatLabel;
