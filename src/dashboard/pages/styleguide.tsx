import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../data/api.ts';
import STYLES from '../styles/styleguide.css' with { type: 'text' };
import { ActionMenu } from '../ui/action-menu.tsx';
import { Button } from '../ui/button.tsx';
import { Avatar, Badge, Card, CopyButton, DetailList, PageHead, Stat, StatList } from '../ui/components.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CheckboxField, MoneyField, NumberField, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { ICON_PATHS, Icon, type IconName } from '../ui/icon.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { RARE_ICONS } from '../ui/rare-icons.ts';
import { SecretField } from '../ui/secret-field.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';

const THEMES = ['light', 'dark'] as const;
const COLORS = [
  'ground',
  'surface',
  'sunken',
  'line',
  'edge',
  'text',
  'muted',
  'accent',
  'accent-soft',
  'bad',
  'bad-soft',
  'warn',
  'warn-soft',
  'info',
  'info-soft',
  'honey',
];
const TONES = ['neutral', 'good', 'info', 'warn', 'bad'] as const;
const ROWS = [
  { name: 'Ada Ames', status: 'Active', amount: '$4.50' },
  { name: 'Ben Bell', status: 'Paused', amount: '$12.00' },
];
const FAILURE = new ApiError(
  { code: 'INTERNAL_ERROR', message: 'Something went wrong on the server.' },
  new Response(null, { status: 500 }),
);
const REFUSAL = new ApiError({ code: 'CONFLICT', message: 'This campaign has ended.' });

/** Shows every component and its states in both themes; part of development builds only. */
export default function Styleguide() {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    document.adoptedStyleSheets = [sheet];
    return () => {
      document.adoptedStyleSheets = [];
    };
  }, []);
  return (
    <>
      <PageHead title="Style guide" intro="Every component and its states, in both themes." />
      {THEMES.map(theme => (
        <section key={theme} class="styleguide" data-theme={theme} aria-label={`${theme} theme`}>
          <Foundations />
          <Actions />
          <Fields />
          <Contents />
          <States />
        </section>
      ))}
    </>
  );
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Card title={title}>
      <div class="stack">{children}</div>
    </Card>
  );
}

function Foundations() {
  return (
    <>
      <Group title="Colors">
        <ul class="swatches">
          {COLORS.map(color => (
            <li key={color}>
              <span
                class="swatch"
                // As a property, because the Content Security Policy blocks style attributes.
                ref={element => element?.style.setProperty('background', `var(--${color})`)}
              />
              {color}
            </li>
          ))}
        </ul>
      </Group>
      <Group title="Type">
        <h2 class="reward-amount">Display: $5.00 off</h2>
        <p class="section">Section: last 30 days</p>
        <p>
          Body with <strong>strong text</strong>, a <a href="/guides">link to the guides</a> and{' '}
          <code>code</code>.
        </p>
        <p class="hint">Hint: shown below a field or a figure.</p>
      </Group>
      <Group title="Icons">
        <p class="tags">
          {(Object.keys(ICON_PATHS) as IconName[]).map(name => (
            <Icon key={name} name={name} label={name} />
          ))}
        </p>
      </Group>
    </>
  );
}

function Actions() {
  const isOpen = useSignal(false);
  const isBusy = useSignal(true);
  return (
    <Group title="Actions">
      <div class="actions">
        <Button kind="primary" icon="plus">
          Create campaign
        </Button>
        <Button>Edit campaign</Button>
        <Button kind="danger">End campaign</Button>
        <Button kind="quiet">Cancel</Button>
        <Button kind="primary" busy={isBusy}>
          Save
        </Button>
        <Button isDisabled>Disabled</Button>
      </div>
      <div class="actions">
        <Button isSmall>Small</Button>
        <Button kind="quiet" icon="gear" label="Settings" />
        <CopyButton text="copied" />
        <ActionMenu
          label="Actions for Ada"
          actions={[
            { label: 'Record order', icon: 'plus', onClick: () => toast('Order recorded') },
            {
              label: 'Remove member',
              icon: RARE_ICONS.trash,
              isDanger: true,
              onClick: () => toast('Member removed', { action: { label: 'Undo', run: () => {} } }),
            },
          ]}
        />
        <Button onClick={() => toast('Saved', { action: { label: 'Undo', run: () => {} } })}>
          Show toast
        </Button>
        <Button
          onClick={() => {
            isOpen.value = true;
          }}
        >
          Open dialog
        </Button>
      </div>
      {isOpen.value && (
        <Dialog
          title="End this campaign?"
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <p>Customers can no longer take part. Approved rewards stay valid.</p>
        </Dialog>
      )}
    </Group>
  );
}

function Fields() {
  const [name, amount, percent] = [useSignal('Blue Cup'), useSignal('4.50'), useSignal('15')];
  const [kind, secret, isOn] = [useSignal('cafe'), useSignal('correct horse'), useSignal(true)];
  const options = [
    { value: 'cafe', label: 'Café' },
    { value: 'bakery', label: 'Bakery' },
  ];
  return (
    <Group title="Fields">
      <TextField label="Name" value={name} isRequired />
      <TextField
        label="Name with an error"
        value={name}
        error="is too long (up to 5 characters)"
        isRequired
      />
      <TextField label="Disabled" hint="Set when the shop was created." value={name} isDisabled />
      <div class="row">
        <MoneyField label="Amount" value={amount} isRequired />
        <NumberField label="Discount" unit="%" value={percent} isRequired />
      </div>
      <SelectField label="Industry" value={kind} options={options} isRequired />
      <SecretField label="Secret" value={secret} isRequired />
      <TextArea label="Instructions" value={name} />
      <CheckboxField label="Require a reason" hint="Customers see it." value={isOn} />
    </Group>
  );
}

function Contents() {
  return (
    <>
      <Group title="Badges and people">
        <p class="tags">
          {TONES.map(tone => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </p>
        <p class="actions">
          <Avatar name="Ada Ames" /> Ada Ames
        </p>
        <div class="tabs">
          <button type="button" aria-pressed="true">
            Pending
          </button>
          <button type="button" aria-pressed="false">
            Approved
          </button>
        </div>
      </Group>
      <StatList>
        <Stat name="Submissions" value="61" note="48 approved" />
        <Stat name="Rewards issued" value="$161.75" />
        <Stat name="Return" value="12%" />
      </StatList>
      <Table
        caption="Members"
        items={ROWS}
        keyOf={row => row.name}
        columns={[
          { head: 'Name', cell: row => row.name },
          { head: 'Status', cell: row => <Badge tone="good">{row.status}</Badge> },
          { head: 'Balance', isNumber: true, cell: row => row.amount },
          {
            head: 'Actions',
            isMenu: true,
            cell: row => (
              <ActionMenu
                label={`Actions for ${row.name}`}
                actions={[{ label: 'View progress', icon: 'chart', onClick: () => toast('Opened') }]}
              />
            ),
          },
        ]}
      />
      <Group title="Details and progress">
        <DetailList
          items={[
            ['Campaign', 'Story of the week'],
            ['Reward', '$5.00'],
          ]}
        />
        <ProgressBar name="Budget" label="Budget" note="$30 of $50" value={30} max={50} />
        <ProgressBar name="Members" label="Members" note="50 of 50" value={50} max={50} isLimit />
      </Group>
    </>
  );
}

function States() {
  return (
    <>
      <Group title="Notices">
        {['', 'good', 'info', 'warn', 'bad'].map(tone => (
          <p key={tone} class={`notice ${tone}`}>
            <Icon name="info" /> Two submissions wait for your review.
          </p>
        ))}
        <ErrorState error={REFUSAL} />
        <ErrorState error={FAILURE} onRetry={() => toast('Retried')} />
      </Group>
      <Group title="Empty and loading">
        <EmptyState icon="megaphone" title="No campaigns yet">
          <p>Reward customers who mention you.</p>
          <Button kind="primary" icon="plus">
            Create campaign
          </Button>
        </EmptyState>
        <Skeleton lines={3} />
      </Group>
    </>
  );
}
