import { type Signal, useSignal } from '@preact/signals';
import type {
  PublicAddress as Address,
  CertificateStatus as Certificate,
} from '../../../../installation/model.ts';
import type { AddressCheck } from '../../../../system/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDateTime } from '../../../data/format.ts';
import { usePolling } from '../../../data/poll.ts';
import { type Resource, useAction } from '../../../data/resource.ts';
import { publicAddress as t } from '../../../messages/publicAddress/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card } from '../../../ui/components.tsx';
import { CheckboxField, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { completeAddress } from './complete-address.ts';
import { usePublicAddress } from './link-address.tsx';

type Result = AddressCheck['result'];

/** A certificate is usually there within two seconds. */
const CERTIFICATE_POLL_MS = 2_000;

/** The address that customers use, how far it reaches, and how to get a better one. */
export function PublicAddressCard() {
  return <PublicAddress address={usePublicAddress()} />;
}

export function PublicAddress({ address }: { address: Resource<Address> }) {
  const { certificate = null } = address.data.value ?? {};
  const result = useSignal<Result | null>(null);
  usePolling(address.reload, certificate !== null && certificate.endsAt === null, CERTIFICATE_POLL_MS);
  return (
    <Card title={t.title}>
      <Loaded resource={address}>
        {current => (
          <div class="public-address">
            {(result.value === null || result.value === 'reachable') && <Reach address={current} />}
            {current.reach === 'public' && (current.canChange || current.certificate) && (
              <Check url={current.url} result={result} />
            )}
            {current.canChange && (
              <AddressForm
                address={current}
                onSaved={saved => {
                  result.value = null;
                  address.set(saved);
                }}
              />
            )}
            {current.source === 'environment' && <p class="hint">{t.byOperator}</p>}
            {current.reach !== 'public' && <Recipes />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Reach({ address: { url, reach, certificate } }: { address: Address }) {
  if (certificate) return <CertificateNotice url={url} certificate={certificate} />;
  if (reach === 'public')
    return (
      <Notice tone="good">
        <RichText text={formatText(t.canOpen, { url })} />
      </Notice>
    );
  return (
    <Notice tone="warn">
      <strong>{url}</strong>
      <br />
      {t.reach[reach]}
    </Notice>
  );
}

/** Tells whether browsers accept the certificate that the server obtains, and why it cannot. */
function CertificateNotice({ url, certificate }: { url: string; certificate: Certificate }) {
  const { endsAt, failure } = certificate;
  const time = endsAt === null ? '' : formatDateTime(endsAt);
  const isOver = endsAt === null || Date.parse(endsAt) < Date.now();
  if (!isOver && !failure)
    return (
      <Notice tone="good">
        <RichText text={formatText(t.canOpen, { url })} />
        <br />
        {formatText(t.certificate.valid, { time })}
      </Notice>
    );
  if (endsAt === null && !failure) return <p role="status">{t.certificate.obtaining}</p>;
  const words = isOver
    ? formatText(t.certificate.over, { time })
    : formatText(t.certificate.failing, { time });
  return (
    <Notice tone="warn">
      <strong>{url}</strong>
      <br />
      {endsAt === null ? t.certificate.missing : words}
      {failure && (
        <>
          <br />
          <span lang="en" dir="ltr">
            {failure.reason}
          </span>
        </>
      )}
    </Notice>
  );
}

/** Lets the operator see whether the address leads here, as the server's own request finds. */
function Check({ url, result }: { url: string; result: Signal<Result | null> }) {
  const check = useAction(async () => {
    result.value = null;
    result.value = (await send(api['public-address'].check.get())).result;
  });
  return (
    <Form action={check}>
      <FormActions label={t.checkAddress} kind="plain" />
      {result.value && (
        <div role="status">
          <Notice tone={result.value === 'reachable' ? 'good' : 'warn'}>
            <strong>{url}</strong>
            <br />
            {t.checkResults[result.value]}
          </Notice>
        </div>
      )}
    </Form>
  );
}

interface FormProps {
  address: Address;
  onSaved: (address: Address) => void;
}

function AddressForm({ address, onSaved }: FormProps) {
  const url = useSignal(address.source === 'setting' ? address.url : '');
  const obtainsCertificate = useSignal(address.certificate !== null);
  const save = useAction(async () => {
    const change = { url: completeAddress(url.value) || null };
    const https = address.canObtainCertificate && { obtainCertificate: obtainsCertificate.value };
    onSaved(await send(api['public-address'].put({ ...change, ...https })));
    toast(t.saved);
  });
  return (
    <Form action={save}>
      <TextField
        label={t.title}
        inputMode="url"
        placeholder="https://perks.yourshop.com"
        hint={t.hint}
        value={url}
        name="url"
      />
      {address.canObtainCertificate && (
        <CheckboxField
          label={t.certificate.obtain}
          hint={t.certificate.obtainHint}
          value={obtainsCertificate}
        />
      )}
      <FormActions label={t.save} kind="plain" />
    </Form>
  );
}

/** Ways to make the server reachable, from the quickest to the most durable. */
function Recipes() {
  const port = location.port || '3000';
  return (
    <details class="more-fields">
      <summary>{t.how}</summary>
      <p class="hint">{t.howIntro}</p>
      <ol class="recipes">
        <li>
          <RichText
            text={formatText(t.ways.tunnel, { command: `cloudflared tunnel --url http://127.0.0.1:${port}` })}
          />
        </li>
        <li>
          <RichText text={formatText(t.ways.shop, { command: `tailscale funnel ${port}` })} />
        </li>
        <li>
          <RichText text={t.ways.domain} />
        </li>
      </ol>
    </details>
  );
}
