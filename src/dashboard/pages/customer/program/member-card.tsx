import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Member } from '../../../../programs/members/model.ts';
import { api } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import Qr from '../../../ui/qr.tsx';
import { BrightScreen } from '../reward/code-screen.tsx';

const CardOffline = lazyComponent(() => import('./card-offline.tsx'));
const WalletButtons = lazyComponent(() => import('../reward/wallet-buttons.tsx'));

/**
 * A rotating card is valid for at least a minute after it was received, whatever the clock of the device says. It is
 * renewed after half of that.
 */
const VALID_MS = 60_000;
const RENEWAL_MS = VALID_MS / 2;
/** The interval at which a failed renewal is repeated. */
const RETRY_MS = 5_000;

/** The text of the member's card, renewed while it is rotating; undefined while it loads and once it has expired. */
function useCard({ programId: id, memberId }: Member) {
  const card = useRead(api.programs({ id }).members({ memberId }).card.get);
  const shown = card.data.value;
  const error = card.error.value;
  const receivedAt = useRef(0);
  useEffect(() => {
    receivedAt.current = Date.now();
  }, [shown]);
  useEffect(() => {
    if (!error && shown?.kind !== 'rotating') return;
    const timer = setTimeout(card.reload, error ? RETRY_MS : RENEWAL_MS);
    return () => clearTimeout(timer);
  }, [shown, error]);
  const isExpired =
    shown?.kind === 'rotating' && error !== undefined && Date.now() - receivedAt.current > VALID_MS;
  return {
    text: isExpired ? undefined : shown?.card,
    isFailing: error !== undefined && shown?.kind !== 'static',
  };
}

/**
 * The QR code of a member's card, which fills the screen when it is tapped. A card that can't be renewed stays until it
 * expires; a static one stays.
 * @param issuer the shop and its program
 */
export default function MemberCard({ member, issuer }: { member: Member; issuer: string }) {
  const { text, isFailing } = useCard(member);
  const isLarge = useSignal(false);
  // The ID of an account says nothing to its owner.
  const name = member.name ?? issuer;
  return (
    <>
      {text && (
        <button
          type="button"
          class="pass-code"
          onClick={() => {
            isLarge.value = true;
          }}
        >
          <Qr text={text} label={formatText(t.cardOf, { name })} />
          <span>{t.enlarge}</span>
        </button>
      )}
      {isFailing && <p role="status">{text ? t.notRenewed : <CardOffline />}</p>}
      {isLarge.value && text && (
        <BrightScreen
          label={t.memberCard}
          onClose={() => {
            isLarge.value = false;
          }}
        >
          <p class="code-offer">{name}</p>
          {member.name && <p>{issuer}</p>}
          <Qr text={text} label={formatText(t.largeCardOf, { name })} />
          <p>{t.showAtCounter}</p>
          <WalletButtons subject={{ programId: member.programId }} />
        </BrightScreen>
      )}
    </>
  );
}
