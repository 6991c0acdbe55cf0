import type { Program } from '../../../../programs/model.ts';
import { api } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { share as t } from '../../../messages/share/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card, CopyButton } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { PublicAddressNotice, toLinkOrigin, usePublicAddress } from '../share/link-address.tsx';

const Qr = lazyComponent(() => import('../../../ui/qr.tsx'));

/** The link and QR code of the shop's page, where customers read what the program gives and join it. */
export default function ProgramShare({ program }: { program: Program }) {
  const address = usePublicAddress();
  const shop = useRead(api.shops({ slug: program.businessId }).get);
  return (
    <Card title={t.inviteCustomers}>
      <p>{t.inviteHow}</p>
      {program.status !== 'active' && <p class="hint">{t.joinOnceActive}</p>}
      <PublicAddressNotice address={address} />
      <Loaded resource={shop} lines={3}>
        {({ slug }) => (
          <Loaded resource={address} lines={3}>
            {data => <ShopLink link={`${toLinkOrigin(data)}/s/${slug}`} />}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}

function ShopLink({ link }: { link: string }) {
  return (
    <div class="share">
      <Qr text={link} label={formatText(t.qrOf, { link })} />
      <div>
        <p>
          <a href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        </p>
        <CopyButton text={link} label={t.copyLink} />
      </div>
    </div>
  );
}
