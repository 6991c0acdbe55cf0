import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { navigate } from '../../data/router.ts';
import { businessId, chooseBusiness, role, tenant } from '../../data/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CopyButton, PageHead } from '../../ui/components.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { makeSample } from './sample.ts';

type Step = 'business' | 'sample' | 'key' | 'done';
const STEPS: Step[] = ['business', 'sample', 'key', 'done'];

/** From an empty installation to the first campaign, one question at a time. Owners begin after the business. */
export default function Welcome() {
  const step = useSignal<Step>(role.value === 'admin' ? 'business' : 'sample');
  const goTo = (next: Step) => () => {
    step.value = next;
  };
  const hasSample = useSignal(false);
  const shown = role.value === 'admin' ? STEPS : STEPS.slice(1);
  return (
    <div class="wizard">
      <PageHead title="First steps" intro={`Step ${shown.indexOf(step.value) + 1} of ${shown.length}`} />
      {step.value === 'business' && <BusinessStep onDone={goTo('sample')} />}
      {step.value === 'sample' && (
        <SampleStep
          onDone={isMade => {
            hasSample.value = isMade;
            step.value = 'key';
          }}
        />
      )}
      {step.value === 'key' && (
        <KeyStep
          onward={hasSample.value ? 'look at the sample' : 'make a campaign'}
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
    const made = await send(
      api.businesses.post({ name: name.value, ...(industry.value && { industry: industry.value }) }),
    );
    chooseBusiness(made.id);
    onDone();
  });
  return (
    <Card title="Your business">
      <form onSubmit={create.submit}>
        <TextField
          label="Name"
          autocomplete="organization"
          isFirst
          hint="As customers know it."
          value={name}
          error={create.of('name')}
          isRequired
        />
        <TextField
          label="Industry"
          hint="Such as cafe, hair salon or fitness; suggestions rest on it."
          value={industry}
          error={create.of('industry')}
        />
        <FormError error={create.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={create.isBusy}>
            Go on
          </Button>
          {businessId.value !== null && (
            <Button kind="quiet" onClick={onDone}>
              Keep the business that is chosen
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

function SampleStep({ onDone }: { onDone: (isMade: boolean) => void }) {
  const make = useAction(async () => {
    await makeSample();
    onDone(true);
  });
  return (
    <Card title="Load sample data?">
      <p>
        A sample has two campaigns and a program for regulars, made from what works for others. The campaigns
        are drafts: nobody sees them before you launch them.
      </p>
      <FormError error={make.error.value} />
      <div class="actions">
        <Button kind="primary" busy={make.isBusy} onClick={() => void make.run()}>
          Yes, make the sample
        </Button>
        <Button onClick={() => onDone(false)}>No, start empty</Button>
      </div>
    </Card>
  );
}

interface KeyProps extends StepProps {
  /** What comes after it. */
  onward: string;
}

function KeyStep({ onDone, onward }: KeyProps) {
  const key = useSignal('');
  const create = useAction(async () => {
    const { key: secret } = await send(api['api-keys'].post({ name: 'First key', ...tenant() }));
    key.value = secret;
  });
  if (key.value !== '') return <Secret secret={key} onDone={onDone} onward={onward} />;
  return (
    <Card title="Create an API key?">
      <p>
        For your own programs, the till of another maker, or an AI agent. These pages do not need one, and
        keys can be made at any time.
      </p>
      <FormError error={create.error.value} />
      <div class="actions">
        <Button busy={create.isBusy} onClick={() => void create.run()}>
          Make a key
        </Button>
        <Button kind="primary" onClick={onDone}>
          Not now; {onward}
        </Button>
      </div>
    </Card>
  );
}

function Secret({ secret, onDone, onward }: KeyProps & { secret: Signal<string> }) {
  return (
    <Card title="Your API key" actions={<CopyButton text={secret.value} label="Copy the key" />}>
      <p class="secret" role="status">
        <code>{secret.value}</code>
      </p>
      <p>
        <strong>It is shown only now.</strong> Keep it like a password; a lost key is replaced by a new one.
      </p>
      <div class="actions">
        <Button kind="primary" onClick={onDone}>
          I've saved it; {onward}
        </Button>
      </div>
    </Card>
  );
}

function Done() {
  const links: [href: string, label: string, what: ComponentChildren][] = [
    ['/dashboard/campaigns/new', 'Make a campaign', 'Choose an action, say what it is worth, launch it.'],
    ['/dashboard/campaigns', 'Look at your campaigns', 'Launch a draft, then share its link or its QR code.'],
    ['/dashboard', 'Go to the overview', 'Your overview shows the next step.'],
  ];
  return (
    <Card title="All set">
      <ul class="next-steps">
        {links.map(([href, label, what], index) => (
          <li key={href}>
            <ButtonLink href={href} kind={index === 0 ? 'primary' : 'plain'}>
              {label}
            </ButtonLink>
            <span class="hint">{what}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
