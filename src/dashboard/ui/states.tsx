import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ApiError } from '../data/api.ts';
import type { Resource } from '../data/resource.ts';
import { shell as t } from '../messages/shell/index.ts';
import { Button, ButtonLink } from './button.tsx';
import { Icon, type IconSource } from './icon.tsx';
import { Illustration } from './illustration.tsx';

/** Placeholder lines while content loads. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{t.loading}</span>
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
  icon?: IconSource;
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

/** Time between attempts to reach the server again. */
const RETRY_MS = 5_000;

/** Returns the text of an error in the page's language; the API's own text is English. */
export function describeError({ code, message }: ApiError): string {
  return t.errors[code] ?? message;
}

/** Explains that the server can't be reached, and retries until it can. */
function OfflineState({ onRetry }: { onRetry: () => void }) {
  const latest = useRef(onRetry);
  latest.current = onRetry;
  useEffect(() => {
    const retry = () => latest.current();
    const timer = setInterval(retry, RETRY_MS);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, []);
  return (
    <div class="notice warn" role="alert">
      <Icon name="offline" />
      <div>
        <p>{t.offline}</p>
        <Button isSmall onClick={onRetry}>
          {t.tryAgain}
        </Button>
      </div>
    </div>
  );
}

/** Tells that a record doesn't exist, with a way back to its list. */
function MissingState({ error }: { error: ApiError }) {
  const [area, list] = location.pathname.split('/').filter(Boolean);
  const hasList = (area === 'dashboard' || area === 'my') && list !== undefined;
  return (
    <EmptyState icon="compass" title={describeError(error)}>
      <p>{t.missingHint}</p>
      <ButtonLink href={hasList ? `/${area}/${list}` : '/'}>{hasList ? t.backToList : t.goHome}</ButtonLink>
    </EmptyState>
  );
}

/** Shows an error with a retry button. Code and request ID, for a report to the operator, are behind Details. */
export function ErrorState({
  error,
  onRetry,
  label = t.tryAgain,
}: {
  error: ApiError;
  onRetry?: () => void;
  /** The text of the button. */
  label?: string;
}) {
  if (onRetry && error.code === 'NETWORK_ERROR') return <OfflineState onRetry={onRetry} />;
  if (onRetry && error.code === 'NOT_FOUND') return <MissingState error={error} />;
  return (
    <div class="error-state" role="alert">
      <Icon name="warning" />
      <div>
        <p>{error.isShownAtFields ? t.checkFields : describeError(error)}</p>
        {error.status >= 500 && (
          <details>
            <summary>{t.details}</summary>
            <code>{error.code}</code>
            {error.requestId && (
              <>
                {` · ${t.requestId} `}
                <code>{error.requestId}</code>
              </>
            )}
          </details>
        )}
        {onRetry && (
          <Button isSmall onClick={onRetry}>
            {label}
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
