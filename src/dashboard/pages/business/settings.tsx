import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Business } from '../../../businesses/model.ts';
import { api, send } from '../../data/api.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, hasPermission, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, DetailList, PageHead } from '../../ui/components.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { Connections } from './connections.tsx';
import { PublicAddressCard } from './public-address.tsx';
import { ShopLookForm } from './shop-look.tsx';
import { Team } from './team.tsx';

const Places = lazyComponent(() => import('./places.tsx'));
const CountryField = lazyComponent(() => import('./country-field.tsx'));

const POLICY_GUARDS = [
  { value: 'warn', label: 'Warn me, but allow launching' },
  { value: 'block', label: 'Block until I confirm' },
];

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

interface FormProps {
  business: Business;
  onSaved: (saved: Business) => void;
}

function BusinessForm({ business, onSaved }: FormProps) {
  const name = useSignal(business.name);
  const industry = useSignal(business.industry ?? '');
  const website = useSignal(business.website ?? '');
  const country = useSignal(business.country ?? '');
  const guard = useSignal<string>(business.policyGuard);
  const requiresReason = useSignal(business.requireRejectReason);
  const buildBody = () => ({
    name: name.value,
    industry: industry.value || null,
    website: website.value || null,
    country: country.value || null,
    policyGuard: guard.value === 'block' ? ('block' as const) : ('warn' as const),
    requireRejectReason: requiresReason.value,
    ...tenantParams(),
  });
  const save = useAction(async () => {
    onSaved(await send(api.business.put(buildBody())));
    toast('Settings saved');
  });
  return (
    <Card title="Business" actions={<Badge>Owners only</Badge>}>
      <form onSubmit={save.submit}>
        <div class="row">
          <TextField label="Name" value={name} error={save.fieldError('name')} isRequired />
          <TextField
            label="Industry"
            hint="Used to choose benchmarks."
            value={industry}
            error={save.fieldError('industry')}
          />
          <TextField label="Website" type="url" value={website} error={save.fieldError('website')} />
        </div>
        <CountryField value={country} error={save.fieldError('country')} />
        <SelectField
          label="Campaigns that violate platform policies"
          hint="Some platforms don't allow rewards for reviews, likes or follows."
          value={guard}
          options={POLICY_GUARDS}
          error={save.fieldError('policyGuard')}
          isRequired
        />
        <CheckboxField
          value={requiresReason}
          label="Require a reason when rejecting"
          hint="Customers see the reason and can resubmit."
        />
        <FormError error={save.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={save.isBusy}>
            Save settings
          </Button>
          <ShowCodeButton operation="updateBusiness" values={buildBody()} />
        </div>
      </form>
    </Card>
  );
}
