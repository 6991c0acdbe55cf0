import type { ReferralTerms } from '../../../../programs/referrals/model.ts';
import { api } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CopyButton } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { describeReferralReward } from '../shop/benefits.ts';

const Qr = lazyComponent(() => import('../../../ui/qr.tsx'));

interface InviteFriendsProps {
  programId: string;
  memberId: string;
  currency: string;
  terms: ReferralTerms;
  shop: { name: string; slug: string };
}

/** The member's code and link for bringing new members, and what both sides get. */
export default function InviteFriends({ programId, memberId, currency, terms, shop }: InviteFriendsProps) {
  const member = useRead(api.programs({ id: programId }).members({ memberId }).get);
  const { referrer, referee } = terms;
  return (
    <Card title={t.inviteFriends}>
      <p>{t.inviteHow}</p>
      <ul class="benefits">
        {referrer && <li>{formatText(t.youGet, { reward: describeReferralReward(referrer, currency) })}</li>}
        {referee && (
          <li>{formatText(t.friendGets, { reward: describeReferralReward(referee, currency) })}</li>
        )}
      </ul>
      <Loaded resource={member} lines={3}>
        {({ referralCode }) => referralCode && <InviteLink code={referralCode} shop={shop} />}
      </Loaded>
    </Card>
  );
}

function InviteLink({ code, shop }: { code: string; shop: InviteFriendsProps['shop'] }) {
  const link = `${location.origin}/s/${shop.slug}?ref=${code}`;
  const share = () => {
    // Dismissing the share sheet rejects the promise; that is not an error.
    navigator.share({ title: shop.name, url: link }).catch(() => {});
  };
  return (
    <div class="share">
      <Qr text={link} label={t.linkQr} />
      <div>
        <p>
          {t.yourCode}: <strong>{code}</strong>
        </p>
        <div class="actions">
          <CopyButton text={link} label={t.copyLink} />
          {typeof navigator.share === 'function' && (
            <Button isSmall onClick={share}>
              {t.share}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
