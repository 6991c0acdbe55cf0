import { effect, signal, untracked } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../data/api.ts';
import { counts, formatCount } from '../data/counts.ts';
import { identityRequest } from '../data/identity.ts';
import { loadPageStyle } from '../data/page-style.ts';
import { matchRoute, navigate, type PageProps, type PageRoute, path } from '../data/router.ts';
import {
  ACCOUNT_PATH,
  businessId,
  caller,
  canOpen,
  getHomePath,
  SHARED_DEVICE_KEY,
  secondFactorRequest,
  sessionRequest,
} from '../data/session.ts';
import { pendingLeave } from '../data/unsaved.ts';
import { loadMessages } from '../messages/area.ts';
import { shell as t } from '../messages/shell/index.ts';
import { formatText } from '../messages/text.ts';
import { ROUTES } from '../routes.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHead } from '../ui/components.tsx';
import { Dialogs } from '../ui/dialogs.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { Toasts } from '../ui/toast.tsx';
import { BareFrame, Frame } from './frame.tsx';
import { titleOf } from './titles.ts';

const IdentityDialog = lazyComponent(() => import('../ui/credentials/identity-dialog.tsx'));
const SecondFactorDialog = lazyComponent(() => import('../ui/second-factor-dialog.tsx'));
const SessionDialogs = lazyComponent(() => import('../ui/credentials/session-dialogs.tsx'));

interface CurrentPage {
  route: PageRoute;
  params: Record<string, string>;
  /** Absent while its chunk loads. */
  Page?: ComponentType<PageProps>;
  error?: ApiError;
}

const currentPage = signal<CurrentPage | undefined>(undefined);

/** Keeps the current page until the next one's chunk has loaded, to avoid flicker. */
async function loadPage(pathname: string): Promise<void> {
  const match = matchRoute(ROUTES, pathname);
  if (!match) {
    currentPage.value = undefined;
    return;
  }
  const previous = currentPage.value;
  if (previous?.Page && previous.route === match.route) {
    currentPage.value = { ...previous, params: match.params };
    return;
  }
  if (!previous) currentPage.value = match;
  try {
    const [{ default: Page }, applyStyle] = await Promise.all([match.route.load(), loadPageStyle(pathname)]);
    await loadMessages();
    if (path.value !== pathname) return;
    applyStyle();
    currentPage.value = { ...match, Page };
  } catch {
    const error = new ApiError({ code: 'PAGE_NOT_LOADED', message: t.pageNotLoaded });
    if (path.value === pathname) currentPage.value = { ...match, error };
  }
}

/** Renders the page for the current URL, or the reason it can't be shown. */
export function App() {
  useEffect(
    () =>
      effect(() => {
        const pathname = path.value;
        untracked(() => void loadPage(pathname));
      }),
    [],
  );
  useEffect(() => {
    // Loaded after the page, which works without counts.
    import('../data/notifications.ts').then(({ watchNotifications }) => watchNotifications()).catch(() => {});
  }, []);
  const waiting = formatCount(counts.value?.pendingSubmissions);
  useEffect(() => {
    const { route } = currentPage.value ?? {};
    const title = `${route ? titleOf(route) : t.notFound} · Perkmint`;
    document.title = waiting ? `(${waiting}) ${title}` : title;
  }, [currentPage.value?.route, waiting]);
  return (
    <>
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <Content />
      <Toasts />
      {(sessionRequest.value || pendingLeave.value) && <SessionDialogs />}
      {secondFactorRequest.value && <SecondFactorDialog />}
      {identityRequest.value && <IdentityDialog />}
    </>
  );
}

function Content() {
  const current = currentPage.value;
  if (caller.value === undefined)
    return (
      <BareFrame>
        <Skeleton />
      </BareFrame>
    );
  if (!matchRoute(ROUTES, path.value)) return <NotFound />;
  if (!current)
    return (
      <BareFrame>
        <Skeleton />
      </BareFrame>
    );
  const { route, params, Page, error } = current;
  if (!canOpen(route)) return <AccessDenied route={route} />;
  if (route.needsBusiness && businessId.value === null) return <ChooseBusiness route={route} />;
  const isBare = route.isBare || caller.value === null;
  const content = error ? (
    <ErrorState error={error} onRetry={() => void loadPage(path.value)} />
  ) : Page ? (
    <ErrorBoundary key={route.path + JSON.stringify(params)}>
      <Page params={params} />
      <Dialogs />
    </ErrorBoundary>
  ) : (
    <Skeleton />
  );
  return isBare ? <BareFrame>{content}</BareFrame> : <Frame>{content}</Frame>;
}

/**
 * Returns the login page, which continues to the current page unless that is the login page itself. On a shared device,
 * returns the page where people sign in by PIN.
 */
function toLogin(): string {
  if (localStorage.getItem(SHARED_DEVICE_KEY)) return '/counter';
  const current = location.pathname + location.search;
  return location.pathname === '/login' ? '/login' : `/login?next=${encodeURIComponent(current)}`;
}

/**
 * Redirects logged-out visitors to the login page, and people who lack a required second factor to where they set it up.
 * Tells others that they have no access.
 */
function AccessDenied({ route }: { route: PageRoute }) {
  const isLoggedOut = caller.value === null;
  const isRedirected = isLoggedOut || caller.value?.lacksSecondFactor;
  useEffect(() => {
    if (isRedirected) navigate(isLoggedOut ? toLogin() : ACCOUNT_PATH, { replace: true });
  }, [isRedirected, isLoggedOut]);
  if (isRedirected)
    return (
      <BareFrame>
        <Skeleton />
      </BareFrame>
    );
  return (
    <Frame>
      <EmptyState icon="key" title={formatText(t.noAccess, { page: titleOf(route) })}>
        <p>{formatText(t.loggedInAs, { email: caller.value?.user.email ?? '' })}</p>
      </EmptyState>
    </Frame>
  );
}

/** Asks an admin to choose a business before a page that can't do without one. */
function ChooseBusiness({ route }: { route: PageRoute }) {
  return (
    <Frame>
      <PageHead title={titleOf(route)} />
      <EmptyState icon="home" title={t.chooseBusiness}>
        <p>{t.chooseBusinessHow}</p>
      </EmptyState>
    </Frame>
  );
}

/** Keeps the menu for those who are logged in. */
function NotFound() {
  const user = caller.value?.user;
  const content = (
    <EmptyState icon="compass" title={t.notFound}>
      <ButtonLink href={user ? getHomePath(user) : '/'}>{t.goHome}</ButtonLink>
    </EmptyState>
  );
  return user && user.role !== 'customer' ? <Frame>{content}</Frame> : <BareFrame>{content}</BareFrame>;
}
