import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { api, send } from '../../../data/api.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { navigate, type PageProps } from '../../../data/router.ts';
import { businessId, chooseBusiness, role, tenantParams } from '../../../data/session.ts';
import { setup as t } from '../../../messages/setup/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/components.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { ShopLookForm } from '../settings/shop-look.tsx';
import { ShopZone } from '../settings/zone-setup.tsx';
import { usePublicAddress } from '../share/link-address.tsx';
import { PublicAddress } from '../share/public-address.tsx';
import { ShareCard } from '../share/share.tsx';
import { FirstCampaign, useLiveCampaign } from './welcome-campaign.tsx';

interface StepProps {
  /** Opens the next step, or the overview after the last one. */
  onDone: () => void;
}

interface Step {
  name: 'shop' | 'look' | 'campaign' | 'address';
  Content: ComponentType<StepProps>;
}

const STEPS: Step[] = [
  { name: 'shop', Content: ShopStep },
  { name: 'look', Content: LookStep },
  { name: 'campaign', Content: FirstCampaign },
  { name: 'address', Content: AddressStep },
];

/** The setup of a shop in four steps; each has its own URL, so that a reload continues there. */
export default function Welcome({ params }: PageProps) {
  // Only an admin can create another business.
  const first = businessId.value === null || role.value === 'admin' ? 0 : 1;
  const asked = STEPS.findIndex(({ name }) => name === params.step);
  const isAvailable = asked >= first && (asked < 1 || businessId.value !== null);
  const index = isAvailable ? asked : first;
  const { name, Content } = STEPS[index] as Step;
  useEffect(() => {
    if (!isAvailable) navigate(`/dashboard/welcome/${name}`, { replace: true });
  }, [isAvailable, name]);
  const next = STEPS[index + 1];
  return (
    <div class="wizard">
      <div>
        <Progress step={index + 1} />
        <PageHead key={name} {...t.heads[name]} />
      </div>
      <Content
        key={`${name} content`}
        onDone={() => navigate(next ? `/dashboard/welcome/${next.name}` : '/dashboard')}
      />
    </div>
  );
}

/** The number of the step, and a bar with a part per step. */
function Progress({ step }: { step: number }) {
  return (
    <>
      <p class="wizard-step">{formatText(t.step, { n: step, total: STEPS.length })}</p>
      <div class="wizard-progress" aria-hidden="true">
        {STEPS.map(({ name }, index) => (
          <span key={name} class={index < step ? 'reached' : undefined} />
        ))}
      </div>
    </>
  );
}

/** Creates the business of an admin; the owner of a business starts after this step. */
function ShopStep({ onDone }: StepProps) {
  const [name, industry] = [useSignal(''), useSignal('')];
  const create = useAction(async () => {
    const business = await send(
      api.businesses.post({ name: name.value, ...(industry.value && { industry: industry.value }) }),
    );
    chooseBusiness(business.id);
    onDone();
  });
  return (
    <Form action={create}>
      <TextField
        label={t.shopName}
        autocomplete="organization"
        hasAutofocus
        value={name}
        name="name"
        isRequired
      />
      <TextField label={t.industry} hint={t.industryHint} value={industry} name="industry" />
      <FormActions label={t.continue} />
    </Form>
  );
}

function LookStep({ onDone }: StepProps) {
  const record = useRead(api.business.get, tenantParams());
  return (
    <Loaded resource={record}>
      {business => (
        <div class="stack">
          <ShopLookForm
            business={business}
            saveLabel={t.continue}
            onSaved={onDone}
            draft={`look ${business.id}`}
          >
            <Button kind="quiet" onClick={onDone}>
              {t.skip}
            </Button>
          </ShopLookForm>
          <ShopZone business={business} />
        </div>
      )}
    </Loaded>
  );
}

/** Shows the address of the links, and the link and QR code of the first campaign. */
function AddressStep({ onDone }: StepProps) {
  const address = usePublicAddress();
  const campaign = useLiveCampaign().data.value;
  return (
    <>
      <PublicAddress address={address} />
      {campaign && <ShareCard campaign={campaign} address={address} />}
      <div class="actions">
        <Button kind="primary" onClick={onDone}>
          {t.finish}
        </Button>
      </div>
    </>
  );
}
