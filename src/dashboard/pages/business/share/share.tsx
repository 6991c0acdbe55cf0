import type { ComponentChildren } from 'preact';
import type { Campaign } from '../../../../campaigns/model.ts';
import type { PublicAddress } from '../../../../installation/model.ts';
import type { Resource } from '../../../data/resource.ts';
import { share as t } from '../../../messages/share/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card, CopyButton } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { Loaded } from '../../../ui/states.tsx';
import { PublicAddressNotice, toLinkOrigin, usePublicAddress } from './link-address.tsx';

const Qr = lazyComponent(() => import('../../../ui/qr.tsx'));

/** The campaign's short link, its QR code and the way to its sign. */
export function Share({ campaign }: { campaign: Campaign }) {
  const address = usePublicAddress();
  return (
    <ShareCard campaign={campaign} address={address}>
      <PublicAddressNotice address={address} />
    </ShareCard>
  );
}

interface ShareCardProps {
  campaign: Campaign;
  address: Resource<PublicAddress>;
  /** Shown above the link. */
  children?: ComponentChildren;
}

export function ShareCard({ campaign, address, children }: ShareCardProps) {
  return (
    <Card title={t.title}>
      {campaign.state !== 'active' && <p class="hint">{t.onceActive}</p>}
      {children}
      <Loaded resource={address} lines={3}>
        {data => <ShareLink campaign={campaign} link={`${toLinkOrigin(data)}/c/${campaign.slug}`} />}
      </Loaded>
    </Card>
  );
}

function ShareLink({ campaign, link }: { campaign: Campaign; link: string }) {
  const canShare = typeof navigator.share === 'function';
  const share = () => {
    // Dismissing the share sheet rejects the promise; that is not an error.
    navigator.share({ title: campaign.name, url: link }).catch(() => {});
  };
  return (
    <div class="share">
      <Qr text={link} label={formatText(t.qrOf, { link })} />
      <div>
        <p>
          <a href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        </p>
        <div class="actions">
          <CopyButton text={link} label={t.copyLink} />
          {canShare && (
            <Button isSmall onClick={share}>
              {t.share}
            </Button>
          )}
          {campaign.state !== 'draft' && (
            <ButtonLink isSmall icon={SHOP_ICONS.printer} href={`/dashboard/campaigns/${campaign.id}/sign`}>
              {t.makeSign}
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  );
}
