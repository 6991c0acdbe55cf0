import type { Business } from '../../../businesses/model.ts';
import { api, send } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { businessId, hasPermission, tenantParams } from '../../data/session.ts';
import { Card, DetailList, FilterTabs, PageHead } from '../../ui/components.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

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

const SECTIONS = [
  { value: '', label: 'Business' },
  { value: 'look', label: 'Look', permission: 'settings' },
  { value: 'address', label: 'Public address', permission: 'settings' },
  { value: 'wallets', label: 'Wallets', permission: 'settings' },
  { value: 'mails', label: 'Mails', permission: 'settings' },
  { value: 'team', label: 'Team', permission: 'users' },
  { value: 'places', label: 'Places and devices', permission: 'places' },
  { value: 'accounts', label: 'Connected accounts' },
] as const;

/** Business settings, team and connected accounts, one section at a time. */
export default function Settings() {
  const visible = SECTIONS.filter(section => !('permission' in section) || hasPermission(section.permission));
  const section = visible.find(({ value }) => value === query.value.get('section'))?.value ?? '';
  return (
    <>
      <PageHead title="Team and settings" />
      <FilterTabs name="section" label="Sections" options={[...visible]} isGuarded />
      {(section === '' || section === 'look') && <BusinessSection section={section} />}
      {section === 'address' && <PublicAddressCard />}
      {section === 'wallets' && <PassSettings />}
      {section === 'mails' && <Mails />}
      {section === 'team' && <Team />}
      {section === 'places' && <Places />}
      {section === 'accounts' && <Connections />}
    </>
  );
}

function BusinessSection({ section }: { section: '' | 'look' }) {
  const record = useResource(
    abort => send(api.business.get({ query: tenantParams(), ...abort })),
    [businessId.value],
  );
  return (
    <Loaded resource={record}>
      {business => {
        if (!hasPermission('settings')) return <BusinessDetails business={business} />;
        if (section === '') return <BusinessForm business={business} onSaved={record.set} />;
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
