import { useSignal } from '@preact/signals';
import type { Integration, Source } from '../../../../programs/integrations/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDateTime } from '../../../data/format.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { query, setQuery } from '../../../data/router.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';
import { shopSystems as t } from '../../../messages/shopSystems/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, CopyButton, DetailList } from '../../../ui/components.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { SYSTEM_NAMES, SystemSteps } from './shop-system-steps.tsx';

const ShopOrders = lazyComponent(() => import('./shop-orders.tsx'));

const ALL = { page: 1, perPage: 100 };
const SOURCES = Object.keys(SYSTEM_NAMES) as Source[];

/** The shop systems that send their orders, each with the steps to set it up. */
export default function ShopSystems() {
  const systems = useRead(api.integrations.get, { ...ALL, ...tenantParams() });
  const programs = useRead(api.programs.get, { ...ALL, ...tenantParams() });
  const shown = SOURCES.find(source => source === query.value.get('system'));
  return (
    <div class="stack">
      <Card title={t.title} actions={!hasPermission('webhookSecrets') && <Badge>{t.ownersOnly}</Badge>}>
        <p>{t.intro}</p>
        <Loaded resource={programs}>
          {({ items }) => (
            <Loaded resource={systems}>
              {saved =>
                SOURCES.map(source => (
                  <System
                    key={source}
                    source={source}
                    saved={saved.items.find(each => each.source === source)}
                    programs={items}
                    onChanged={systems.reload}
                  />
                ))
              }
            </Loaded>
          )}
        </Loaded>
      </Card>
      {shown && <ShopOrders key={shown} source={shown} />}
    </div>
  );
}

interface SystemProps {
  source: Source;
  saved: Integration | undefined;
  programs: Program[];
  onChanged: () => void;
}

function System({ source, saved, programs, onChanged }: SystemProps) {
  const isChanging = useSignal(false);
  const name = SYSTEM_NAMES[source];
  const mayChange = hasPermission('webhookSecrets');
  const isOpen = isChanging.value || (saved !== undefined && !saved.hasSecret);
  return (
    <section class="stack">
      <h3>{name}</h3>
      {saved && <Details saved={saved} programs={programs} />}
      {saved && (
        <div class="actions">
          <Button
            label={formatText(t.showOrdersOf, { name })}
            onClick={() => setQuery({ system: source, page: null })}
          >
            {t.showOrders}
          </Button>
          {mayChange && !isOpen && (
            <Button
              label={formatText(t.changeOf, { name })}
              onClick={() => {
                isChanging.value = true;
              }}
            >
              {t.change}
            </Button>
          )}
          {mayChange && <RemoveSystem source={source} onRemoved={onChanged} />}
        </div>
      )}
      {mayChange && (!saved || isOpen) && (
        <details class="wallet-setup" open={isOpen}>
          <summary>{saved ? formatText(t.finishOf, { name }) : formatText(t.setUpOf, { name })}</summary>
          <SystemForm
            source={source}
            saved={saved}
            programs={programs}
            onSaved={() => {
              isChanging.value = false;
              onChanged();
            }}
          />
        </details>
      )}
    </section>
  );
}

function Details({ saved, programs }: { saved: Integration; programs: Program[] }) {
  const { url, programId, hasSecret, lastReceivedAt, lastIgnoredAt, lastRefused } = saved;
  return (
    <DetailList
      items={[
        [
          'URL',
          <span class="row-actions" key="url">
            <code class="break">{url}</code>
            <CopyButton text={url} />
          </span>,
        ],
        [t.program, programs.find(({ id }) => id === programId)?.name ?? programId],
        [t.secret, hasSecret ? t.secretSet : <Badge tone="warn">{t.secretMissing}</Badge>],
        [t.lastReceived, lastReceivedAt ? formatDateTime(lastReceivedAt) : t.nothingYet],
        lastRefused !== null && [
          t.lastRefused,
          <Problem key="refused" at={lastRefused.at} words={t.refusals[lastRefused.code]} />,
        ],
        lastIgnoredAt !== null && [
          t.lastIgnored,
          <Problem key="ignored" at={lastIgnoredAt} words={t.ignored} />,
        ],
      ]}
    />
  );
}

function Problem({ at, words }: { at: string; words: string }) {
  return (
    <>
      {formatDateTime(at)} <Badge tone="warn">{words}</Badge>
    </>
  );
}

/** First the program, which gives the URL; then the steps in the system and its secret. */
function SystemForm({
  source,
  saved,
  programs,
  onSaved,
}: Omit<SystemProps, 'onChanged'> & { onSaved: () => void }) {
  const programId = useSignal(saved?.programId ?? programs[0]?.id ?? '');
  const secret = useSignal('');
  const buildBody = () => ({
    programId: programId.value,
    ...(secret.value === '' ? {} : { secret: secret.value }),
    ...tenantParams(),
  });
  const save = useAction(async () => {
    await send(api.integrations({ source }).put(buildBody()));
    toast(saved ? formatText(t.saved, { name: SYSTEM_NAMES[source] }) : t.enterUrl);
    onSaved();
  });
  if (programs.length === 0) return <p class="hint">{t.programFirst}</p>;
  return (
    <Form action={save}>
      <SelectField
        label={t.countingProgram}
        value={programId}
        options={programs.map(({ id, name }) => ({ value: id, label: name }))}
        name="programId"
        isRequired
      />
      {saved && <SystemSteps source={source} />}
      {saved && (
        <SecretField
          label={t.secret}
          hint={t.secretHint}
          value={secret}
          name="secret"
          isRequired={!saved.hasSecret}
        />
      )}
      <FormError error={save.error.value} />
      <div class="actions">
        <ShowCodeButton operation="setIntegration" values={{ source, programId: programId.value }} />
        <SubmitButton kind="plain">
          {saved ? formatText(t.saveOf, { name: SYSTEM_NAMES[source] }) : t.getUrl}
        </SubmitButton>
      </div>
    </Form>
  );
}

function RemoveSystem({ source, onRemoved }: { source: Source; onRemoved: () => void }) {
  const name = SYSTEM_NAMES[source];
  const remove = () =>
    openForm({
      title: formatText(t.removeTitle, { name }),
      submitLabel: formatText(t.removeOf, { name }),
      isDanger: true,
      content: t.removeHow,
      run: async () => {
        await send(api.integrations({ source }).delete(undefined, { query: tenantParams() }));
        toast(formatText(t.removed, { name }));
        onRemoved();
      },
    });
  return (
    <Button label={formatText(t.removeOf, { name })} onClick={remove}>
      {t.remove}
    </Button>
  );
}
