import type { ComponentChildren } from 'preact';
import type { ApiError } from '../data/api.ts';
import type { Resource } from '../data/resource.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Grey lines where something is about to stand. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="unseen">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** What a list says that has nothing in it, and what to do about it. */
export function Empty({
  icon = 'inbox',
  title,
  children,
}: {
  icon?: IconName;
  title: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children && <div>{children}</div>}
    </div>
  );
}

/** What went wrong: in words, the code for programs, the request for the log, and another try. */
export function ErrorState({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  return (
    <div class="failure" role="alert">
      <Icon name="warning" />
      <div>
        <p>{error.isShownAtFields ? 'Please look at the marked fields.' : error.message}</p>
        <p class="hint">
          {!error.isShownAtFields && (
            <>
              <code>{error.code}</code>
              {error.requestId && ' · '}
            </>
          )}
          {error.requestId && (
            <>
              {'request '}
              <code>{error.requestId}</code>
            </>
          )}
        </p>
        {onRetry && (
          <Button isSmall onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

/** The failure of a form as a whole, below its fields and above its buttons; fields say their own part. */
export function FormError({ error }: { error: ApiError | undefined }) {
  return error ? <ErrorState error={error} /> : null;
}

interface LoadedProps<T> {
  resource: Resource<T>;
  /** Lines of the skeleton while it is read for the first time. */
  lines?: number;
  isEmpty?: (data: T) => boolean;
  empty?: ComponentChildren;
  children: (data: T) => ComponentChildren;
}

/** The four states of something that is read: loading, failed, empty, there. */
export function Loaded<T>({ resource, lines, isEmpty, empty, children }: LoadedProps<T>) {
  const data = resource.data.value;
  const error = resource.error.value;
  return (
    <div aria-busy={resource.isLoading.value}>
      {error && <ErrorState error={error} onRetry={resource.reload} />}
      {data === undefined ? !error && <Skeleton lines={lines} /> : isEmpty?.(data) ? empty : children(data)}
    </div>
  );
}
