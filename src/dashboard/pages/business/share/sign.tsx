import { api, send } from '../../../data/api.ts';
import { useResource } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { signEditor as t } from '../../../messages/signEditor/index.ts';
import { IN_LANGUAGE } from '../../../messages/text.ts';
import { PageHead } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { isReachable, toLinkOrigin, usePublicAddress } from './link-address.tsx';

const SignEditor = lazyComponent(() => import('./sign-editor.tsx'));

/** A sign of a campaign: preview, print and download. It has its own page so that it prints on one sheet. */
export default function Sign({ params }: PageProps) {
  const { id = '' } = params;
  const address = usePublicAddress();
  const sign = useResource(
    async abort => {
      const link = await send(api.links({ slug: id }).get({ query: IN_LANGUAGE, ...abort }));
      const { readAsDataUrl } = await import('../../../sign/sign-files.ts');
      const logo = link.shop.logoPath ? await readAsDataUrl(link.shop.logoPath) : undefined;
      return { link, logo };
    },
    [id],
  );
  const head = (
    <PageHead
      title={t.title}
      intro={t.intro}
      back={{ href: `/dashboard/campaigns/${id}`, label: t.campaign }}
    />
  );
  if (sign.error.value?.status === 404)
    return (
      <>
        {head}
        <EmptyState icon={SHOP_ICONS.printer} title={t.launchFirst}>
          <p>{t.launchFirstHow}</p>
        </EmptyState>
      </>
    );
  return (
    <div class="sign-page">
      {head}
      <Loaded resource={sign} lines={6}>
        {({ link, logo }) =>
          address.data.value && (
            <SignEditor
              link={link}
              logo={logo}
              origin={toLinkOrigin(address.data.value)}
              isPublic={isReachable(address.data.value)}
            />
          )
        }
      </Loaded>
    </div>
  );
}
