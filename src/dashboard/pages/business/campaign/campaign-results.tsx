import { useMemo } from 'preact/hooks';
import type { Campaign } from '../../../../campaigns/model.ts';
import type { Statistics } from '../../../../statistics/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { useResource } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { campaign as t } from '../../../messages/campaign/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card, StateBadge } from '../../../ui/components.tsx';
import { DayChart } from '../../../ui/day-chart.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { getSubmissionSeries } from '../overview/submission-series.ts';

const DAYS = 30;
const LATEST = { page: 1, perPage: 5 };

/** The results of a campaign: submissions per day, cost per approval, and the latest submissions. */
export function CampaignResults({ campaign }: { campaign: Campaign }) {
  const { id, stats } = campaign;
  const results = useResource(
    async abort => {
      const tenant = tenantParams();
      const [figures, latest] = await Promise.all([
        send(
          api.business.statistics.get({
            query: { days: DAYS, campaignId: id, ...tenant },
            ...abort,
          }),
        ),
        send(
          api.submissions.get({
            query: { ...LATEST, campaignId: id, include: 'customer', ...tenant },
            ...abort,
          }),
        ),
      ]);
      return { figures, latest: latest.items };
    },
    [id],
    { live: ['submission.', 'reward.'] },
  );
  if (stats.pending + stats.approved + stats.rejected === 0) return null;
  return (
    <Loaded resource={results} lines={6}>
      {({ figures, latest }) => (
        <div class="charts">
          <Chart figures={figures} />
          <Card title={t.latest}>
            <ul class="activity-list">
              {latest.map(({ id: submissionId, customer, handle, status, createdAt }) => (
                <li key={submissionId}>
                  <span>
                    <a href={getReviewPath(id, submissionId, status)}>
                      {customer?.name ?? (handle ? `@${handle}` : t.customer)}
                    </a>{' '}
                    <StateBadge state={status} />
                  </span>
                  <RelativeTime at={createdAt} />
                </li>
              ))}
            </ul>
          </Card>
        </div>
      )}
    </Loaded>
  );
}

function getReviewPath(campaignId: string, id: string, status: string): string {
  const tab = status === 'pending' ? '' : `&status=${status}`;
  return `/dashboard/reviews?campaignId=${campaignId}&id=${id}${tab}`;
}

function Chart({ figures: { days, campaigns } }: { figures: Statistics }) {
  const dates = useMemo(() => days.map(({ date }) => date), [days]);
  const series = useMemo(() => getSubmissionSeries(days), [days]);
  const own = campaigns[0];
  const total = days.reduce((sum, { submissions }) => sum + submissions, 0);
  return (
    <Card title={formatText(t.lastDays, { days: DAYS })}>
      <DayChart
        summary={formatText(t.chart, {
          submissions: formatText(t.submissionCount, { count: total }),
          days: days.length,
        })}
        dates={dates}
        series={series}
        format={formatNumber}
      />
      {own && own.costPerApproval !== null && (
        <p class="hint">
          {formatText(t.costs, {
            perApproval: formatMoney(own.costPerApproval),
            total: formatMoney(own.cost),
            value: formatMoney(own.value),
          })}
        </p>
      )}
    </Card>
  );
}
