import type { Submission } from '../../../../submissions/model.ts';
import { api } from '../../../data/api.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { useOwnChanges } from '../../../data/poll.ts';
import { useRead } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { mine as t } from '../../../messages/mine/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, FilterTabs, PageHead } from '../../../ui/components.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList } from '../../../ui/table.tsx';
import { SubmissionRow } from './submission-row.tsx';

const STATUSES: Submission['status'][] = ['pending', 'approved', 'rejected'];
function listFilters() {
  return [{ value: '', label: t.all }, ...STATUSES.map(value => ({ value, label: t.filters[value] }))];
}

/** The customer's submissions with their status. */
export default function Submissions(_: PageProps) {
  const status = enumQuery('status', STATUSES);
  const paging = pageQuery();
  const list = useRead(api.submissions.get, { status, include: 'names', ...paging });
  useOwnChanges(
    list.reload,
    list.data.value?.items.some(item => item.status === 'pending'),
  );
  return (
    <>
      <PageHead title={t.submissions} intro={t.submissionsIntro} />
      <FilterTabs name="status" label={t.status} options={listFilters()} />
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="inbox" title={status ? t.noneWith[status] : t.none}>
            <ButtonLink href={status ? '/my/submissions' : '/'} kind="primary">
              {status ? t.showAll : t.seeOffers}
            </ButtonLink>
          </EmptyState>
        }
      >
        {items => (
          <Card>
            <ul class="rows">
              {items.map(item => (
                <SubmissionRow key={item.id} submission={item} />
              ))}
            </ul>
          </Card>
        )}
      </PagedList>
    </>
  );
}
