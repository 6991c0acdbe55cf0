import { api, send } from '../../../data/api.ts';
import { useResource } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { overview as t } from '../../../messages/overview/index.ts';
import { Card } from '../../../ui/components.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { describeActivity } from './activity-labels.ts';

/** Events that are read; repeated ones are grouped into one line. */
const READ = { page: 1, perPage: 30 };
const MAX_LINES = 8;
/** Records whose names are read; others are called a campaign or a customer. */
const NAMED = { page: 1, perPage: 100 };

/** The newest events, in sentences with links. */
export default function RecentActivity() {
  const list = useResource(
    async abort => {
      const tenant = tenantParams();
      const [events, campaigns, submissions] = await Promise.all([
        send(api.events.get({ query: { ...READ, ...tenant }, ...abort })),
        send(api.campaigns.get({ query: { ...NAMED, ...tenant }, ...abort })),
        send(api.submissions.get({ query: { ...NAMED, include: 'customer', ...tenant }, ...abort })),
      ]);
      const names = {
        campaigns: Object.fromEntries(campaigns.items.map(({ id, name }) => [id, name])),
        customers: Object.fromEntries(
          submissions.items.flatMap(({ userId, customer }) =>
            customer?.name ? [[userId, customer.name]] : [],
          ),
        ),
      };
      return describeActivity(events.items, names).slice(0, MAX_LINES);
    },
    [],
    { live: [''] },
  );
  return (
    <Card title={t.recent}>
      <Loaded
        resource={list}
        isEmpty={lines => lines.length === 0}
        empty={<EmptyState icon="chart" title={t.noActivity} />}
      >
        {lines => (
          <ul class="activity-list">
            {lines.map(({ id, text, name, href, createdAt }) => (
              <li key={id}>
                <span>
                  {text} {href ? <a href={href}>{name}</a> : name}
                </span>
                <RelativeTime at={createdAt} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
