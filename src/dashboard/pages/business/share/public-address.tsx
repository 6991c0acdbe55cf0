import { useSignal } from '@preact/signals';
import type {
  PublicAddress as Address,
  CertificateStatus as Certificate,
} from '../../../../installation/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDateTime } from '../../../data/format.ts';
import { type Resource, useAction } from '../../../data/resource.ts';
import { publicAddress as t } from '../../../messages/publicAddress/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card } from '../../../ui/components.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { usePublicAddress } from './link-address.tsx';

/** The address that customers use, how far it reaches, and how to get a better one. */
export function PublicAddressCard() {
  return <PublicAddress address={usePublicAddress()} />;
}

export function PublicAddress({ address }: { address: Resource<Address> }) {
  return (
    <Card title={t.title}>
      <Loaded resource={address}>
        {current => (
          <div class="public-address">
            <Reach address={current} />
            {current.canChange && <AddressForm address={current} onSaved={address.set} />}
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
        <RichText text={formatText(t.canOpen, { url })} /> {formatText(t.certificate.valid, { time })}
      </Notice>
    );
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

interface FormProps {
  address: Address;
  onSaved: (address: Address) => void;
}

function AddressForm({ address, onSaved }: FormProps) {
  const url = useSignal(address.source === 'setting' ? address.url : '');
  const save = useAction(async () => {
    onSaved(await send(api['public-address'].put({ url: url.value.trim() || null })));
    toast(t.saved);
  });
  return (
    <Form action={save}>
      <TextField
        label={t.title}
        type="url"
        inputMode="url"
        placeholder="https://perks.yourshop.com"
        hint={t.hint}
        value={url}
        name="url"
      />
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
          <RichText
            text={formatText(t.ways.domain, {
              command: 'perkmint serve --domain perks.yourshop.com',
            })}
          />
        </li>
      </ol>
    </details>
  );
}
