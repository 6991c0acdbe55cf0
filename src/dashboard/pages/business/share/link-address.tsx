import type { PublicAddress } from '../../../../installation/model.ts';
import { api } from '../../../data/api.ts';
import { type Resource, useRead } from '../../../data/resource.ts';
import { hasPermission } from '../../../data/session.ts';
import { publicAddress as t } from '../../../messages/publicAddress/index.ts';
import { formatText } from '../../../messages/text.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RichText } from '../../../ui/rich-text.tsx';

const LinkAddressForm = lazyComponent(() => import('./link-address-form.tsx'));

/** Host names that only this computer or its network can open. */
const LOCAL_HOST =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|lan|home|internal)$|^[^.]+$/;

export function usePublicAddress(): Resource<PublicAddress> {
  return useRead(api['public-address'].get);
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
  const reach = data.reach === 'computer' ? 'computer' : 'network';
  return (
    <div class="notice warn stack">
      <div>
        <strong>{t.cantOpen}</strong>
        <p>
          <RichText
            text={`${formatText(t.worksOnly[reach], { url: data.url })} ${t.enterAddress}`}
            links={['/guides/self-hosting#reverse-proxy']}
          />
        </p>
      </div>
      {data.canChange && hasPermission('settings') ? (
        <LinkAddressForm address={address} />
      ) : (
        <p>{t.askOperator}</p>
      )}
    </div>
  );
}
