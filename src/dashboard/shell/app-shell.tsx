import { effect, signal, untracked } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../data/api.ts';
import { matchRoute, navigate, type PageProps, type PageRoute, path } from '../data/router.ts';
import { caller, mayOpen } from '../data/session.ts';
import { ROUTES } from '../routes.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty, ErrorState, Skeleton } from '../ui/states.tsx';
import { Toasts } from '../ui/toast.tsx';
import { BareFrame, Frame } from './frame.tsx';

interface Shown {
  route: PageRoute;
  params: Record<string, string>;
  /** Absent while its chunk is on its way. */
  Page?: ComponentType<PageProps>;
  error?: ApiError;
}

const shown = signal<Shown | undefined>(undefined);

/** The page before stays until the chunk of the next one is there, so that nothing flickers. */
async function show(pathname: string): Promise<void> {
  const match = matchRoute(ROUTES, pathname);
  if (!match) {
    shown.value = undefined;
    return;
  }
  const previous = shown.value;
  if (previous?.Page && previous.route === match.route) {
    shown.value = { ...previous, params: match.params };
    return;
  }
  if (!previous) shown.value = match;
  try {
    const { default: Page } = await match.route.load();
    if (path.value === pathname) shown.value = { ...match, Page };
  } catch {
    const error = new ApiError({ code: 'NETWORK_ERROR', message: 'This page could not be loaded.' });
    if (path.value === pathname) shown.value = { ...match, error };
  }
}

/** What every address shows: the page in its frame, or why not. */
export function App() {
  useEffect(
    () =>
      effect(() => {
        const pathname = path.value;
        untracked(() => void show(pathname));
      }),
    [],
  );
  useEffect(() => {
    document.title = `${shown.value?.route.title ?? 'Not found'} · Perkmint`;
  }, [shown.value?.route]);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Content />
      <Toasts />
    </>
  );
}

function Content() {
  const current = shown.value;
  if (caller.value === undefined) return <BareFrame>{<Skeleton />}</BareFrame>;
  if (!matchRoute(ROUTES, path.value)) return <Missing />;
  if (!current) return <BareFrame>{<Skeleton />}</BareFrame>;
  const { route, params, Page, error } = current;
  if (!mayOpen(route)) return <Refused route={route} />;
  const isBare = route.isBare || caller.value === null;
  const content = error ? (
    <ErrorState error={error} onRetry={() => void show(path.value)} />
  ) : Page ? (
    <Page key={route.path + JSON.stringify(params)} params={params} />
  ) : (
    <Skeleton />
  );
  return isBare ? <BareFrame>{content}</BareFrame> : <Frame>{content}</Frame>;
}

/** Nobody is asked to log in and comes back here; somebody else is told. */
function Refused({ route }: { route: PageRoute }) {
  const isNobody = caller.value === null;
  useEffect(() => {
    if (isNobody)
      navigate(`/login?next=${encodeURIComponent(location.pathname + location.search)}`, { replace: true });
  }, [isNobody]);
  if (isNobody) return <BareFrame>{<Skeleton />}</BareFrame>;
  return (
    <Frame>
      <Empty icon="key" title={`${route.title} is not open to you`}>
        <p>You are logged in as {caller.value?.user.email}.</p>
      </Empty>
    </Frame>
  );
}

function Missing() {
  return (
    <BareFrame>
      <Empty icon="compass" title="There is no such page">
        <ButtonLink href="/">Go to home page</ButtonLink>
      </Empty>
    </BareFrame>
  );
}
