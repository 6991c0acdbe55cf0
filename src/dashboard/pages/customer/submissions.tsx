import type { Submission } from '../../../submissions/model.ts';
import { api, send } from '../../data/api.ts';
import { useNames } from '../../data/name-cache.ts';
import { pageQuery, wordQuery } from '../../data/paging.ts';
import { usePolling } from '../../data/poll.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, FilterTabs, PageHead } from '../../ui/components.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Paging } from '../../ui/table.tsx';
import { SubmissionRow } from './submission-row.tsx';

const STATUSES: Submission['status'][] = ['pending', 'approved', 'rejected'];
const FILTERS = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Not accepted' },
];

/** Everything this customer sent, and how it stands. */
export default function Submissions(_: PageProps) {
  useNames();
  const status = wordQuery('status', STATUSES);
  const asked = pageQuery();
  const list = useResource(
    abort => send(api.submissions.get({ query: { status, ...asked }, ...abort })),
    [status, asked.page],
  );
  usePolling(list.reload, list.data.value?.items.some(item => item.status === 'pending') ?? false);
  return (
    <>
      <PageHead title="What you sent" intro="A business looks at each proof; approved ones become rewards." />
      <FilterTabs name="status" label="Status" options={FILTERS} />
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty icon="inbox" title={status ? 'Nothing here with this status' : 'You have sent nothing yet'}>
            <ButtonLink href={status ? '/my/submissions' : '/'} kind="primary">
              {status ? 'Show all' : 'Find something to do'}
            </ButtonLink>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <Card>
              <ul class="rows">
                {items.map(item => (
                  <SubmissionRow key={item.id} submission={item} />
                ))}
              </ul>
            </Card>
            <Paging {...pagination} />
          </>
        )}
      </Loaded>
    </>
  );
}
