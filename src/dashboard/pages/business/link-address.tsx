import type { PublicAddress } from '../../../installation/model.ts';
import { api, send } from '../../data/api.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import { hasPermission } from '../../data/session.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const LinkAddressForm = lazyComponent(() => import('./link-address-form.tsx'));

/** Host names that only this computer or its network can open. */
const LOCAL_HOST =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|lan|home|internal)$|^[^.]+$/;

export function usePublicAddress(): Resource<PublicAddress> {
  return useResource(abort => send(api['public-address'].get(abort)), []);
}

/** Returns the address for links: the one that was set, or else that of this page if customers can open it. */
export function toLinkOrigin({ url, source }: PublicAddress): string {
  return source === 'default' && !LOCAL_HOST.test(location.hostname) ? location.origin : url;
}

/** Returns whether customers can open the links. */
export function isReachable(address: PublicAddress): boolean {
  return address.reach === 'public' || toLinkOrigin(address) !== address.url;
}

/** Warns about an address that customers can't open, and lets the owner set another one. */
export function PublicAddressNotice({ address }: { address: Resource<PublicAddress> }) {
  const data = address.data.value;
  if (!data || isReachable(data)) return null;
  const where = data.reach === 'computer' ? 'this computer' : 'devices in your network';
  return (
    <div class="notice warn stack">
      <div>
        <strong>Customers can't open this yet.</strong>
        <p>
          The address <code>{data.url}</code> works only on {where}. Enter the address at which customers
          reach this server. <a href="/guides/self-hosting#reverse-proxy">How to get one</a>
        </p>
      </div>
      {data.canChange && hasPermission('settings') ? (
        <LinkAddressForm address={address} />
      ) : (
        <p>Ask the person who runs this server to set PUBLIC_URL.</p>
      )}
    </div>
  );
}
