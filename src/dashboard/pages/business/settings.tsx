import type { ComponentChildren } from 'preact';
import type { Business } from '../../../businesses/model.ts';
import { api, send } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, hasPermission, tenantParams } from '../../data/session.ts';
import { Badge, Card, DetailList, PageHead } from '../../ui/components.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { Connections } from './connections.tsx';
import { PublicAddressCard } from './public-address.tsx';
import { ShopLookForm } from './shop-look.tsx';
import { Team } from './team.tsx';

const Places = lazyComponent(() => import('./places.tsx'));
const BusinessForm = lazyComponent(() => import('./business-form.tsx'));

/** Business settings, team and connected accounts. */
export default function Settings() {
  const record = useResource(
    abort => send(api.business.get({ query: tenantParams(), ...abort })),
    [businessId.value],
  );
  return (
    <>
      <PageHead title="Team and settings" />
      <SectionMenu />
      <Loaded resource={record}>
        {business =>
          hasPermission('settings') ? (
            <>
              <Section id="shop">
                <BusinessForm business={business} onSaved={record.set} />
              </Section>
              <Section id="look">
                <Card title="Look" actions={<Badge>Owners only</Badge>}>
                  <ShopLookForm
                    business={business}
                    saveLabel="Save look"
                    onSaved={saved => {
                      record.set(saved);
                      toast('Look saved');
                    }}
                  />
                </Card>
              </Section>
              <Section id="address">
                <PublicAddressCard />
              </Section>
            </>
          ) : (
            <Section id="shop">
              <BusinessDetails business={business} />
            </Section>
          )
        }
      </Loaded>
      {hasPermission('users') && (
        <Section id="team">
          <Team />
        </Section>
      )}
      {hasPermission('places') && (
        <Section id="places">
          <Places />
        </Section>
      )}
      <Section id="accounts">
        <Connections />
      </Section>
    </>
  );
}

const SECTIONS = [
  { id: 'shop', label: 'Business' },
  { id: 'look', label: 'Look', permission: 'settings' },
  { id: 'address', label: 'Public address', permission: 'settings' },
  { id: 'team', label: 'Team', permission: 'users' },
  { id: 'places', label: 'Places and devices', permission: 'places' },
  { id: 'accounts', label: 'Connected accounts' },
] as const;
type SectionId = (typeof SECTIONS)[number]['id'];

/** Jumps to a section of the page. */
function SectionMenu() {
  const visible = SECTIONS.filter(section => !('permission' in section) || hasPermission(section.permission));
  return (
    <nav class="tabs" aria-label="Sections">
      {visible.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          onClick={() => {
            const section = document.getElementById(id);
            section?.scrollIntoView();
            section?.focus({ preventScroll: true });
          }}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}

function Section({ id, children }: { id: SectionId; children: ComponentChildren }) {
  return (
    <div id={id} class="stack settings-section" tabIndex={-1}>
      {children}
    </div>
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
