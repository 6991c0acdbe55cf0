import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { counts, failedChecks, formatCount } from '../data/counts.ts';
import { streamState } from '../data/live.ts';
import { getMenuPlace, recordMenuUse } from '../data/menu-use.ts';
import { type PageRoute, path } from '../data/router.ts';
import { caller, canOpen, getHomePath, hasDeveloperTools, hasPermission } from '../data/session.ts';
import { shell as t } from '../messages/shell/index.ts';
import { ROUTES } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { CustomerBar } from './customer-bar.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LogOutButton, ThemeSwitch } from './switches.tsx';
import { titleOf, translateTitle } from './titles.ts';

/** Only admins choose a business. */
const BusinessSelect = lazyComponent(() => import('./business-select.tsx'));
const SwitchPerson = lazyComponent(() => import('../pages/business/counter/switch-person.tsx'));

/** Returns the menu entries for the current user. The customer home page is listed for customers only. */
function listMenuRoutes(): PageRoute[] {
  const isCustomer = caller.value?.user.role === 'customer';
  const isListed = ({ menu }: PageRoute) => menu && (!menu.isForDevelopers || hasDeveloperTools.value);
  return ROUTES.filter(
    route => isListed(route) && canOpen(route) && (route.audience !== 'anyone' || isCustomer),
  );
}

/** The page next to its menu; on a phone the menu opens from the top bar. */
export function Frame({ children }: { children: ComponentChildren }) {
  const isOpen = useSignal(false);
  useEffect(() => {
    isOpen.value = false;
  }, [path.value]);
  const { user, business, isAtCounter } = caller.value ?? {};
  return (
    <div class={`frame${isOpen.value ? ' is-open' : ''}`}>
      <header class="top-bar">
        <Brand />
        <Button
          kind="quiet"
          icon="menu"
          label={t.menu}
          isExpanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        />
      </header>
      <aside
        class="sidebar"
        onKeyDown={event => {
          if (event.key === 'Escape') isOpen.value = false;
        }}
      >
        <Brand />
        {user?.role === 'admin' ? <BusinessSelect /> : business && <p class="tenant">{business.name}</p>}
        <Menu />
        <LanguageSwitch />
        <div class="account">
          <p title={user?.email ?? undefined}>
            {isAtCounter ? (
              user?.name
            ) : (
              <a href={user?.role === 'customer' ? '/my/account' : '/dashboard/account'}>{user?.name}</a>
            )}
          </p>
          <ThemeSwitch />
          {!isAtCounter && <LogOutButton />}
        </div>
      </aside>
      <main id="content">
        {isAtCounter && <SwitchPerson />}
        {user?.role !== 'customer' && streamState.value === 'lost' && (
          <p class="notice warn" role="status">
            <Icon name="warning" /> {t.liveLost}
          </p>
        )}
        {children}
      </main>
      {user?.role === 'customer' ? (
        <CustomerBar />
      ) : (
        <BottomBar
          isOpen={isOpen.value}
          onMore={() => {
            isOpen.value = !isOpen.value;
          }}
        />
      )}
    </div>
  );
}

/** The pages of the bottom bar on a phone; the rest of the menu is behind More. */
const BOTTOM_BAR: Record<string, string> = {
  '/dashboard': 'Overview',
  '/dashboard/reviews': 'Review',
  '/dashboard/counter': 'Counter',
  '/dashboard/campaigns': 'Campaigns',
};

function BottomBar({ isOpen, onMore }: { isOpen: boolean; onMore: () => void }) {
  const rows = listMenuRoutes().filter(row => row.path in BOTTOM_BAR);
  return (
    <nav class="bottom-bar" aria-label={t.mainPages}>
      {rows.map(row => (
        <a key={row.path} href={row.path} aria-current={isCurrent(row) && !isOpen ? 'page' : undefined}>
          {row.menu && <Icon name={row.menu.icon} />}
          {translateTitle(BOTTOM_BAR[row.path] ?? row.title)}
        </a>
      ))}
      <button type="button" aria-expanded={isOpen} onClick={onMore}>
        <Icon name="more" />
        {t.more}
      </button>
    </nav>
  );
}

function Menu() {
  const rows = listMenuRoutes();
  const isCustomer = caller.value?.user.role === 'customer';
  const placeOf = ({ path: own }: PageRoute) => (isCustomer ? 0 : getMenuPlace(own));
  const current = rows.find(isCurrent);
  useEffect(() => {
    if (current && !isCustomer) recordMenuUse(current.path);
  }, [current]);
  const shown = rows.filter(row => placeOf(row) === 0);
  const used = rows.filter(row => placeOf(row) > 0).toSorted((one, other) => placeOf(one) - placeOf(other));
  const more = rows.filter(row => placeOf(row) < 0);
  const groups = [...new Set(shown.map(({ menu }) => menu?.group ?? ''))];
  return (
    <nav aria-label={t.mainMenu}>
      {groups.map(group => (
        <div key={group}>
          {group && <p class="group">{translateTitle(group)}</p>}
          <MenuList rows={shown.filter(({ menu }) => (menu?.group ?? '') === group)} />
        </div>
      ))}
      {used.length > 0 && <MenuList rows={used} />}
      {more.length > 0 && <MoreMenu rows={more} />}
      {hasPermission('view') && (
        <ul>
          <li>
            <a href="/guides">
              <Icon name="info" />
              {t.guides}
            </a>
          </li>
        </ul>
      )}
    </nav>
  );
}

function MenuList({ rows }: { rows: PageRoute[] }) {
  return (
    <ul>
      {rows.map(row => (
        <li key={row.path}>
          <a href={row.path} aria-current={isCurrent(row) ? 'page' : undefined}>
            {row.menu && <Icon name={row.menu.icon} />}
            {titleOf(row)} <MenuBadge path={row.path} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The pages that were never opened. On a phone the whole menu is behind a button already, so they are listed. */
function MoreMenu({ rows }: { rows: PageRoute[] }) {
  if (matchMedia('(max-width: 52rem)').matches) return <MenuList rows={rows} />;
  return (
    <details class="more-menu">
      <summary>
        <Icon name="more" />
        {t.more}
      </summary>
      <MenuList rows={rows} />
    </details>
  );
}

/** Shows how many submissions wait, or how many notifications are new. */
function MenuBadge({ path: own }: { path: string }) {
  const text = formatCount(
    own === '/dashboard/reviews'
      ? counts.value?.pendingSubmissions
      : own === '/dashboard/notifications'
        ? counts.value?.unseen
        : own === '/dashboard/health'
          ? failedChecks.value
          : 0,
  );
  const noun = own === '/dashboard/reviews' ? t.pending : own === '/dashboard/health' ? '' : t.unseen;
  return text ? (
    <span class="menu-badge">
      {text}
      <span class="visually-hidden"> {noun}</span>
    </span>
  ) : null;
}

/** Returns true if the current page is the menu entry's page or below it. */
function isCurrent({ path: own }: PageRoute): boolean {
  const isRoot = own === '/' || own === '/dashboard';
  return path.value === own || (!isRoot && path.value.startsWith(`${own}/`));
}

function Brand() {
  return (
    <a class="brand" href={caller.value ? getHomePath(caller.value.user) : '/'}>
      <img src="/logo.svg" alt="" width="24" height="24" />
      Perkmint
    </a>
  );
}

/** A page without the menu: login, sign-up, and everything shown to logged-out visitors. */
export function BareFrame({ children }: { children: ComponentChildren }) {
  return (
    <div class="bare-frame">
      <header class="top-bar">
        <Brand />
        <div class="actions">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main id="content">{children}</main>
      {caller.value?.user.role === 'customer' && <CustomerBar />}
    </div>
  );
}
