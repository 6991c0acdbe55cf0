import type { ComponentChildren } from 'preact';
import type { ApiError } from '../data/api.ts';
import type { Resource } from '../data/resource.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Illustration } from './illustration.tsx';

/** Placeholder lines while content loads. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** The empty state of a list, with the next step as `children`. */
export function EmptyState({
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
      <Illustration icon={icon} />
      <h2>{title}</h2>
      {children && <div>{children}</div>}
    </div>
  );
}

/** Shows an error with a retry button. Code and request ID, for a report to the operator, are behind Details. */
export function ErrorState({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  return (
    <div class="error-state" role="alert">
      <Icon name="warning" />
      <div>
        <p>{error.isShownAtFields ? 'Check the highlighted fields.' : error.message}</p>
        {error.status >= 500 && (
          <details>
            <summary>Details</summary>
            <code>{error.code}</code>
            {error.requestId && (
              <>
                {' · Request ID '}
                <code>{error.requestId}</code>
              </>
            )}
          </details>
        )}
        {onRetry && (
          <Button isSmall onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows a form's error between its fields and its buttons; fields show their own messages. */
export function FormError({ error }: { error: ApiError | undefined }) {
  return error ? <ErrorState error={error} /> : null;
}

interface LoadedProps<T> {
  resource: Resource<T>;
  /** Lines of the skeleton during the first load. */
  lines?: number;
  isEmpty?: (data: T) => boolean;
  empty?: ComponentChildren;
  children: (data: T) => ComponentChildren;
}

/** Renders a resource in its four states: loading, failed, empty and loaded. */
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
