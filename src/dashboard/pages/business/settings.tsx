import type { Business } from '../../../businesses/model.ts';
import { api, send } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { query, setQuery } from '../../data/router.ts';
import { businessId, hasPermission, tenantParams } from '../../data/session.ts';
import { leavePage } from '../../data/unsaved.ts';
import { Card, DetailList, PageHead } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

// Comes after the page, which is readable without it, to keep the first load small.
void import('../../ui/owner-style.ts');

const PassSettings = lazyComponent(() => import('./pass-settings.tsx'));
const Mails = lazyComponent(() => import('./mails.tsx'));
const BusinessForm = lazyComponent(() => import('./business-form.tsx'));
const ShopLookForm = lazyComponent(async () => ({ default: (await import('./shop-look.tsx')).ShopLookForm }));
const PublicAddressCard = lazyComponent(async () => ({
  default: (await import('./public-address.tsx')).PublicAddressCard,
}));
const Team = lazyComponent(async () => ({ default: (await import('./team.tsx')).Team }));
const Places = lazyComponent(() => import('./places.tsx'));
const Connections = lazyComponent(async () => ({ default: (await import('./connections.tsx')).Connections }));

const DEFAULT_SECTION = 'business';
const SECTIONS = [
  { value: 'team', label: 'Team', hint: 'Who works with you, and what they may do', permission: 'users' },
  { value: 'places', label: 'Places and devices', hint: 'Branches and shared tablets', permission: 'places' },
  { value: DEFAULT_SECTION, label: 'Business', hint: 'Name, country, currency and rules' },
  { value: 'look', label: 'Look', hint: 'Logo, color and account names', permission: 'settings' },
  { value: 'address', label: 'Public address', hint: 'Where customers reach you', permission: 'settings' },
  { value: 'mails', label: 'Mails', hint: 'What is sent, and to whom', permission: 'settings' },
  { value: 'wallets', label: 'Wallets', hint: 'Cards in the wallet of a phone', permission: 'settings' },
  { value: 'accounts', label: 'Connected accounts', hint: 'Accounts that check posts for you' },
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
      <PageHead title="Team and settings" />
      <div class={`settings${chosen ? '' : ' is-index'}`}>
        {chosen && (
          <a class="settings-back only-phone" href="/dashboard/settings">
            <Icon name="back" />
            All settings
          </a>
        )}
        <nav class="settings-nav" aria-label="Sections">
          <ul>
            {visible.map(({ value, label, hint }) => (
              <li key={value}>
                <a
                  href={`/dashboard/settings?section=${value}`}
                  aria-current={value === section ? 'page' : undefined}
                  onClick={event => openSection(event, value)}
                >
                  {label}
                  <span class="hint">{hint}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="stack settings-section">
          {(section === DEFAULT_SECTION || section === 'look') && <BusinessSection section={section} />}
          {section === 'address' && <PublicAddressCard />}
          {section === 'wallets' && <PassSettings />}
          {section === 'mails' && <Mails />}
          {section === 'team' && <Team />}
          {section === 'places' && <Places />}
          {section === 'accounts' && <Connections />}
        </div>
      </div>
    </>
  );
}

function BusinessSection({ section }: { section: typeof DEFAULT_SECTION | 'look' }) {
  const record = useResource(
    abort => send(api.business.get({ query: tenantParams(), ...abort })),
    [businessId.value],
  );
  return (
    <Loaded resource={record}>
      {business => {
        if (!hasPermission('settings')) return <BusinessDetails business={business} />;
        if (section === DEFAULT_SECTION) return <BusinessForm business={business} onSaved={record.set} />;
        return (
          <Card title="Look">
            <ShopLookForm
              business={business}
              saveLabel="Save look"
              onSaved={saved => {
                record.set(saved);
                toast('Look saved');
              }}
            />
          </Card>
        );
      }}
    </Loaded>
  );
}

/** Read-only settings for positions without permission to edit. */
function BusinessDetails({ business }: { business: Business }) {
  return (
    <Card title="Business">
      <DetailList
        items={[
          ['Name', business.name],
          ['Industry', business.industry ?? 'None'],
          ['Website', business.website ?? 'None'],
          ['Country', business.country ?? 'None'],
          ['Rejection reason', business.requireRejectReason ? 'Required' : 'Optional'],
        ]}
      />
      <p class="hint">Only owners can change these settings.</p>
    </Card>
  );
}
