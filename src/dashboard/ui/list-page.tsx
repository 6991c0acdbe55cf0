import type { ComponentChildren } from 'preact';
import type { Resource } from '../data/resource.ts';
import type { ApiCall } from '../data/snippets.ts';
import { Button, ButtonLink } from './button.tsx';
import { PageHead } from './components.tsx';
import { CsvLink } from './csv-link.tsx';
import type { IconSource } from './icon.tsx';
import { ShowCodeButton } from './show-code-button.tsx';
import { EmptyState } from './states.tsx';
import { PagedList, type PageOf } from './table.tsx';

interface ListPageProps<T> {
  title: string;
  intro?: string;
  /** The API call for Show as code. */
  call: ApiCall;
  /** The button that creates a record; absent if the user may not create one. */
  create?: { label: string; href: string } | { label: string; onClick: () => void } | undefined;
  /** The path of the list in the API, whose records can then be downloaded as CSV. */
  csvPath?: string;
  /** Further buttons of the heading, while there are records. */
  actions?: ComponentChildren;
  /** Rendered between the heading and the list. */
  filters?: ComponentChildren;
  /** True if a filter is set, so that an empty list doesn't mean that there are no records. */
  isFiltered?: boolean;
  resource: Resource<PageOf<T>>;
  empty: { icon: IconSource; title: string; children?: ComponentChildren };
  children: (items: T[]) => ComponentChildren;
}

/** A page with a list. Its create button is in the heading, or in the empty state if there are no records yet. */
export function ListPage<T>({
  title,
  intro,
  call,
  create,
  csvPath,
  actions,
  filters,
  isFiltered,
  ...list
}: ListPageProps<T>) {
  const { resource, empty, children } = list;
  const hasNoRecords = !isFiltered && resource.data.value?.pagination.total === 0;
  const createButton = create && <CreateButton {...create} />;
  return (
    <>
      <PageHead title={title} intro={intro}>
        <ShowCodeButton {...call} />
        {!hasNoRecords && csvPath && <CsvLink path={csvPath} values={call.values} isSmall={false} />}
        {!hasNoRecords && actions}
        {!hasNoRecords && createButton}
      </PageHead>
      {filters}
      <PagedList
        resource={resource}
        empty={
          <EmptyState icon={empty.icon} title={empty.title}>
            {empty.children}
            {hasNoRecords && createButton}
          </EmptyState>
        }
      >
        {children}
      </PagedList>
    </>
  );
}

function CreateButton({ label, ...target }: NonNullable<ListPageProps<unknown>['create']>) {
  return 'href' in target ? (
    <ButtonLink kind="primary" icon="plus" {...target}>
      {label}
    </ButtonLink>
  ) : (
    <Button kind="primary" icon="plus" {...target}>
      {label}
    </Button>
  );
}
