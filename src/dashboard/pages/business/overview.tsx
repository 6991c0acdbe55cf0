import { api, send } from '../../data/api.ts';
import { formatDistance, formatWord } from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, caller, tenant } from '../../data/session.ts';
import { Card, PageHead, Stat, Stats } from '../../ui/bits.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';

const ONE = { page: 1, perPage: 1 };
const RECENT = { page: 1, perPage: 8 };

/** How the business stands, and what happened last. */
export default function Overview() {
  const totals = useResource(
    async abort => {
      const [active, pending, approved] = await Promise.all([
        send(api.campaigns.get({ query: { ...ONE, state: 'active', ...tenant() }, ...abort })),
        send(api.submissions.get({ query: { ...ONE, status: 'pending' }, ...abort })),
        send(api.submissions.get({ query: { ...ONE, status: 'approved' }, ...abort })),
      ]);
      return [active, pending, approved].map(({ pagination }) => pagination.total);
    },
    [],
    { live: ['campaign.', 'submission.'] },
  );
  return (
    <>
      <PageHead title="Overview" intro={caller.value?.business?.name}>
        <ButtonLink kind="primary" icon="plus" href="/dashboard/campaigns/new">
          New campaign
        </ButtonLink>
      </PageHead>
      <Loaded resource={totals} lines={2}>
        {([active, pending, approved]) => (
          <Stats>
            <Stat name="Active campaigns" value={active} />
            <Stat name="Proof to review" value={pending} />
            <Stat name="Approved" value={approved} />
          </Stats>
        )}
      </Loaded>
      {businessId.value !== null && <Recent />}
    </>
  );
}

function Recent() {
  const list = useResource(
    abort => send(api.events.get({ query: { ...RECENT, ...tenant() }, ...abort })),
    [],
    { live: [''] },
  );
  return (
    <Card title="What happened last">
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty icon="chart" title="Nothing has happened yet" />}
      >
        {({ items }) => (
          <ul class="feed">
            {items.map(({ id, type, createdAt }) => (
              <li key={id}>
                <span>{formatWord(type.replace('.', ' '))}</span>
                <time dateTime={createdAt}>{formatDistance(createdAt)}</time>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
