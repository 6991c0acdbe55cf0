import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { navigate } from '../../data/router.ts';
import { businessId, chooseBusiness, role, tenantParams } from '../../data/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CopyButton, PageHead } from '../../ui/components.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { createSampleData } from './sample-data.ts';

type Step = 'business' | 'sample' | 'key' | 'done';
const STEPS: Step[] = ['business', 'sample', 'key', 'done'];

/** The setup wizard: business, sample data, API key. Owners start after the business step. */
export default function Welcome() {
  const step = useSignal<Step>(role.value === 'admin' ? 'business' : 'sample');
  const goTo = (next: Step) => () => {
    step.value = next;
  };
  const hasSample = useSignal(false);
  const shown = role.value === 'admin' ? STEPS : STEPS.slice(1);
  return (
    <div class="wizard">
      <PageHead title="Get started" intro={`Step ${shown.indexOf(step.value) + 1} of ${shown.length}`} />
      {step.value === 'business' && <BusinessStep onDone={goTo('sample')} />}
      {step.value === 'sample' && (
        <SampleStep
          onDone={isLoaded => {
            hasSample.value = isLoaded;
            step.value = 'key';
          }}
        />
      )}
      {step.value === 'key' && (
        <KeyStep
          nextStep={hasSample.value ? 'continue' : 'create a campaign'}
          onDone={() => (hasSample.value ? goTo('done')() : navigate('/dashboard/campaigns/new'))}
        />
      )}
      {step.value === 'done' && <Done />}
    </div>
  );
}

interface StepProps {
  onDone: () => void;
}

function BusinessStep({ onDone }: StepProps) {
  const [name, industry] = [useSignal(''), useSignal('')];
  const create = useAction(async () => {
    const business = await send(
      api.businesses.post({ name: name.value, ...(industry.value && { industry: industry.value }) }),
    );
    chooseBusiness(business.id);
    onDone();
  });
  return (
    <Card title="Your business">
      <form onSubmit={create.submit}>
        <TextField
          label="Name"
          autocomplete="organization"
          hasAutofocus
          hint="The name your customers know."
          value={name}
          error={create.fieldError('name')}
          isRequired
        />
        <TextField
          label="Industry"
          hint="Such as cafe, hair salon or fitness. Used to tailor suggestions."
          value={industry}
          error={create.fieldError('industry')}
        />
        <FormError error={create.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={create.isBusy}>
            Continue
          </Button>
          {businessId.value !== null && (
            <Button kind="quiet" onClick={onDone}>
              Keep the selected business
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

function SampleStep({ onDone }: { onDone: (isLoaded: boolean) => void }) {
  const load = useAction(async () => {
    await createSampleData();
    onDone(true);
  });
  return (
    <Card title="Load sample data?">
      <p>
        Sample data includes a loyalty program and two campaigns. The campaigns are drafts that only you can
        see until you launch them.
      </p>
      <FormError error={load.error.value} />
      <div class="actions">
        <Button kind="primary" busy={load.isBusy} onClick={() => void load.run()}>
          Load sample data
        </Button>
        <Button onClick={() => onDone(false)}>Start from scratch</Button>
      </div>
    </Card>
  );
}

interface KeyProps extends StepProps {
  /** Names the next step on the button. */
  nextStep: string;
}

function KeyStep({ onDone, nextStep }: KeyProps) {
  const key = useSignal('');
  const create = useAction(async () => {
    const { key: secret } = await send(api['api-keys'].post({ name: 'First key', ...tenantParams() }));
    key.value = secret;
  });
  if (key.value !== '') return <NewKey secret={key} onDone={onDone} nextStep={nextStep} />;
  return (
    <Card title="Create an API key?">
      <p>
        API keys connect your own software, a point of sale or an AI agent. You can create one at any time;
        the dashboard doesn't need one.
      </p>
      <FormError error={create.error.value} />
      <div class="actions">
        <Button busy={create.isBusy} onClick={() => void create.run()}>
          Create API key
        </Button>
        <Button kind="primary" onClick={onDone}>
          Skip and {nextStep}
        </Button>
      </div>
    </Card>
  );
}

function NewKey({ secret, onDone, nextStep }: KeyProps & { secret: Signal<string> }) {
  return (
    <Card title="Your API key" actions={<CopyButton text={secret.value} label="Copy API key" />}>
      <p class="secret" role="status">
        <code>{secret.value}</code>
      </p>
      <p>
        <strong>Copy it now; you won't see it again.</strong> If you lose it, create a new one.
      </p>
      <div class="actions">
        <Button kind="primary" onClick={onDone}>
          I've saved it; {nextStep}
        </Button>
      </div>
    </Card>
  );
}

function Done() {
  const links: [href: string, label: string, description: ComponentChildren][] = [
    ['/dashboard/campaigns/new', 'Create campaign', 'Choose an action, set the reward and launch it.'],
    ['/dashboard/campaigns', 'View campaigns', 'Launch a draft, then share its link or QR code.'],
    ['/dashboard', 'Go to overview', 'Your overview shows the next step.'],
  ];
  return (
    <Card title="You're all set">
      <ul class="next-steps">
        {links.map(([href, label, description], index) => (
          <li key={href}>
            <ButtonLink href={href} kind={index === 0 ? 'primary' : 'plain'}>
              {label}
            </ButtonLink>
            <span class="hint">{description}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
