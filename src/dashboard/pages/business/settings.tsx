import { useSignal } from '@preact/signals';
import type { Business } from '../../../businesses/model.ts';
import { api, send } from '../../data/api.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, hasPermission, tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, DetailList, PageHead } from '../../ui/components.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { Connections } from './connections.tsx';
import { Team } from './team.tsx';

const GUARDS = [
  { value: 'warn', label: 'Warn, and let me launch it' },
  { value: 'block', label: 'Block until I confirm' },
];

/** The business, its people, and its accounts on platforms. */
export default function Settings() {
  const record = useResource(
    abort => send(api.business.get({ query: tenant(), ...abort })),
    [businessId.value],
  );
  if (businessId.value === null)
    return (
      <>
        <PageHead title="Team and settings" />
        <Empty icon="gear" title="Choose a business in the menu first" />
      </>
    );
  return (
    <>
      <PageHead title="Team and settings" />
      <Loaded resource={record}>
        {business =>
          hasPermission('settings') ? (
            <BusinessForm business={business} onSaved={record.set} />
          ) : (
            <BusinessFacts business={business} />
          )
        }
      </Loaded>
      {hasPermission('users') && <Team />}
      <Connections />
    </>
  );
}

/** The same for positions that may not change it. */
function BusinessFacts({ business }: { business: Business }) {
  return (
    <Card title="Business">
      <DetailList
        items={[
          ['Name', business.name],
          ['Industry', business.industry ?? 'none'],
          ['Website', business.website ?? 'none'],
          ['Rejections', business.requireRejectReason ? 'need a reason' : 'may go without a reason'],
        ]}
      />
      <p class="hint">Owners of the business change these settings.</p>
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
  const guard = useSignal<string>(business.policyGuard);
  const mustSayWhy = useSignal(business.requireRejectReason);
  const bodyOf = () => ({
    name: name.value,
    industry: industry.value || null,
    website: website.value || null,
    policyGuard: guard.value === 'block' ? ('block' as const) : ('warn' as const),
    requireRejectReason: mustSayWhy.value,
    ...tenant(),
  });
  const save = useAction(async () => {
    onSaved(await send(api.business.put(bodyOf())));
    toast('Saved');
  });
  return (
    <Card title="Business">
      <form onSubmit={save.submit}>
        <div class="row">
          <TextField label="Name" value={name} error={save.of('name')} isRequired />
          <TextField
            label="Industry"
            hint="Used to choose benchmarks."
            value={industry}
            error={save.of('industry')}
          />
          <TextField label="Website" type="url" value={website} error={save.of('website')} />
        </div>
        <SelectField
          label="A campaign that a platform forbids"
          hint="Some platforms do not allow rewards for reviews, likes or follows."
          value={guard}
          options={GUARDS}
          error={save.of('policyGuard')}
          isRequired
        />
        <CheckField
          value={mustSayWhy}
          label="Require a reason when rejecting"
          hint="The customer reads it, and can send better proof."
        />
        <FormError error={save.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={save.isBusy}>
            Save
          </Button>
          <AsCode operation="updateBusiness" values={bodyOf()} />
        </div>
      </form>
    </Card>
  );
}
