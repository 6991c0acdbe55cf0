import { useSignal } from '@preact/signals';
import type { PublicAddress as Address } from '../../../installation/model.ts';
import { api, send } from '../../data/api.ts';
import { type Resource, useAction } from '../../data/resource.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { usePublicAddress } from './link-address.tsx';

const REACH_TEXTS = {
  computer: 'This address works only on this computer. Customers cannot open your QR codes and links yet.',
  network:
    'This address works only in your own network: enough to try it with your phone, not for customers.',
} as const;

/** The address that customers use, how far it reaches, and how to get a better one. */
export function PublicAddressCard() {
  return <PublicAddress address={usePublicAddress()} />;
}

export function PublicAddress({ address }: { address: Resource<Address> }) {
  return (
    <Card title="Public address">
      <Loaded resource={address}>
        {current => (
          <div class="public-address">
            <Reach address={current} />
            {current.canChange && <AddressForm address={current} onSaved={address.set} />}
            {current.source === 'environment' && (
              <p class="hint">The operator set this address with PUBLIC_URL.</p>
            )}
            {current.reach !== 'public' && <Recipes />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Reach({ address: { url, reach } }: { address: Address }) {
  if (reach === 'public')
    return (
      <p class="notice good">
        <Icon name="check" /> Customers can open <strong>{url}</strong>
      </p>
    );
  return (
    <div class="notice warn">
      <Icon name="warning" />
      <p>
        <strong>{url}</strong>
        <br />
        {REACH_TEXTS[reach]}
      </p>
    </div>
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
    toast('Public address saved');
  });
  return (
    <form onSubmit={save.submit}>
      <TextField
        label="Public address"
        type="url"
        inputMode="url"
        placeholder="https://perks.yourshop.com"
        hint="Used in QR codes, links and emails."
        value={url}
        error={save.fieldError('url')}
      />
      <FormError error={save.error.value} />
      <div class="actions">
        <Button type="submit" busy={save.isBusy}>
          Save address
        </Button>
      </div>
    </form>
  );
}

/** Ways to make the server reachable, from the quickest to the most durable. */
function Recipes() {
  const port = location.port || '3000';
  return (
    <details class="more-fields">
      <summary>How do I get a public address?</summary>
      <p class="hint">
        Each way gives this computer a name on the internet. If commands are not yours, show this page to the
        person who looks after your computer; the rest of Perkmint works without it.
      </p>
      <ol class="recipes">
        <li>
          <strong>Try it from this computer, without a domain.</strong> Run{' '}
          <code>cloudflared tunnel --url http://127.0.0.1:{port}</code> and enter the address that it prints.
        </li>
        <li>
          <strong>Keep the computer in the shop.</strong> Run <code>tailscale funnel {port}</code> and enter
          the address that it prints; it stays the same.
        </li>
        <li>
          <strong>Use your own domain on a server.</strong> Point the domain at the server and run{' '}
          <code>caddy reverse-proxy --from perks.yourshop.com --to :{port}</code>, which also gets the
          certificate. Set <code>TRUSTED_PROXIES=127.0.0.1</code>.
        </li>
      </ol>
    </details>
  );
}
