import type { Business } from '../../../../businesses/model.ts';
import { api } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { query, setQuery } from '../../../data/router.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';
import { leavePage } from '../../../data/unsaved.ts';
import { settings as t } from '../../../messages/settings/index.ts';
import { Card, DetailList, PageHead } from '../../../ui/components.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

// Comes after the page, which is readable without it, to keep the first load small.
void import('../../../ui/owner-style.ts');

const PassSettings = lazyComponent(() => import('./pass-settings.tsx'));
const ShopSystems = lazyComponent(() => import('../integration/shop-systems.tsx'));
const Backups = lazyComponent(() => import('./backups.tsx'));
const Updates = lazyComponent(() => import('./updates.tsx'));
const Mails = lazyComponent(() => import('./mails.tsx'));
const BusinessForm = lazyComponent(() => import('./business-form.tsx'));
const ShopLookForm = lazyComponent(async () => ({ default: (await import('./shop-look.tsx')).ShopLookForm }));
const ShopWords = lazyComponent(() => import('./shop-words.tsx'));
const PublicAddressCard = lazyComponent(async () => ({
  default: (await import('../share/public-address.tsx')).PublicAddressCard,
}));
const ExportLinks = lazyComponent(() => import('../integration/export-links.tsx'));
const Team = lazyComponent(async () => ({ default: (await import('../account/team.tsx')).Team }));
const Places = lazyComponent(() => import('./places.tsx'));
const Connections = lazyComponent(async () => ({ default: (await import('./connections.tsx')).Connections }));

const DEFAULT_SECTION = 'business';
const SECTIONS = [
  { value: 'team', key: 'team', permission: 'users' },
  { value: 'places', key: 'places', permission: 'places' },
  { value: DEFAULT_SECTION, key: 'business' },
  { value: 'look', key: 'look', permission: 'settings' },
  { value: 'address', key: 'address', permission: 'settings' },
  { value: 'backups', key: 'backups', permission: 'settings' },
  { value: 'version', key: 'version', permission: 'settings' },
  { value: 'mails', key: 'mails', permission: 'settings' },
  { value: 'wallets', key: 'wallets', permission: 'settings' },
  { value: 'shop-systems', key: 'shopSystems' },
  { value: 'links', key: 'links', permission: 'integrations' },
  { value: 'accounts', key: 'accounts' },
] as const;

/** Opens a section in place, after asking about unsaved changes; other clicks, such as for a new tab, stay links. */
function openSection(event: MouseEvent, section: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  leavePage(() => setQuery({ section }));
}

/** Business settings, team and connected accounts, one section at a time; a phone shows the list of sections first. */
export default function Settings() {
  const visible = SECTIONS.filter(section => !('permission' in section) || hasPermission(section.permission));
  const chosen = visible.find(({ value }) => value === query.value.get('section'))?.value;
  const section = chosen ?? DEFAULT_SECTION;
  return (
    <>
      <PageHead title={t.title} />
      <div class={`settings${chosen ? '' : ' is-index'}`}>
        {chosen && (
          <a class="settings-back only-phone" href="/dashboard/settings">
            <Icon name="back" />
            {t.allSettings}
          </a>
        )}
        <nav class="settings-nav" aria-label={t.sections}>
          <ul>
            {visible.map(({ value, key }) => (
              <li key={value}>
                <a
                  href={`/dashboard/settings?section=${value}`}
                  aria-current={value === section ? 'page' : undefined}
                  onClick={event => openSection(event, value)}
                >
                  {t.labels[key]}
                  <span class="hint">{t.hints[key]}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="stack settings-section">
          {(section === DEFAULT_SECTION || section === 'look') && <BusinessSection section={section} />}
          {section === 'address' && <PublicAddressCard />}
          {section === 'backups' && <Backups />}
          {section === 'version' && <Updates />}
          {section === 'wallets' && <PassSettings />}
          {section === 'mails' && <Mails />}
          {section === 'team' && <Team />}
          {section === 'places' && <Places />}
          {section === 'shop-systems' && <ShopSystems />}
          {section === 'links' && <ExportLinks />}
          {section === 'accounts' && <Connections />}
        </div>
      </div>
    </>
  );
}

function BusinessSection({ section }: { section: typeof DEFAULT_SECTION | 'look' }) {
  const record = useRead(api.business.get, tenantParams());
  return (
    <Loaded resource={record}>
      {business => {
        if (!hasPermission('settings')) return <BusinessDetails business={business} />;
        if (section === DEFAULT_SECTION) return <BusinessForm business={business} onSaved={record.set} />;
        return (
          <div class="stack">
            <Card title={t.labels.look}>
              <ShopLookForm
                business={business}
                saveLabel={t.saveLook}
                onSaved={saved => {
                  record.set(saved);
                  toast(t.lookSaved);
                }}
              />
            </Card>
            <ShopWords business={business} onSaved={record.set} />
          </div>
        );
      }}
    </Loaded>
  );
}

/** Read-only settings for positions without permission to edit. */
function BusinessDetails({ business }: { business: Business }) {
  return (
    <Card title={t.labels.business}>
      <DetailList
        items={[
          [t.name, business.name],
          [t.industry, business.industry ?? t.none],
          [t.website, business.website ?? t.none],
          [t.country, business.country ?? t.none],
          [t.rejectionReason, business.requireRejectReason ? t.required : t.optional],
        ]}
      />
      <p class="hint">{t.ownersOnly}</p>
    </Card>
  );
}
