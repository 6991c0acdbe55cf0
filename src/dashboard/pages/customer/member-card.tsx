import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Member } from '../../../programs/members/model.ts';
import { api, send } from '../../data/api.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { TextField } from '../../ui/field.tsx';
import Qr from '../../ui/qr.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

/**
 * A rotating card is valid for at least a minute after it was received, whatever the clock of the device says. It is
 * renewed after half of that.
 */
const VALID_MS = 60_000;
const RENEWAL_MS = VALID_MS / 2;
/** The interval at which a failed renewal is repeated. */
const RETRY_MS = 5_000;

interface CardProps {
  member: Member;
  onChange: () => void;
}

/**
 * The member's card as a QR code. A rotating card is renewed while it is shown. A card that can't be renewed stays until
 * it expires; a static one stays.
 */
export default function MemberCard({ member, onChange }: CardProps) {
  const { programId: id, memberId } = member;
  const card = useResource(
    abort => send(api.programs({ id }).members({ memberId }).card.get(abort)),
    [id, memberId],
  );
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
  return (
    <Card title="Your card">
      {shown && !isExpired ? (
        <Qr text={shown.card} label={`Member card of ${member.name ?? memberId}`} />
      ) : (
        !error && <Skeleton lines={4} />
      )}
      {error && shown?.kind !== 'static' && (
        <p class="notice warn" role="status">
          The card can't be renewed. Check your connection.
        </p>
      )}
      <p class="hint">Show this code at the counter.</p>
      <PhoneForm member={member} onChange={onChange} />
    </Card>
  );
}

/** Staff can find a member by phone number instead of the card. */
function PhoneForm({ member, onChange }: CardProps) {
  const { programId: id, memberId } = member;
  const phone = useSignal(member.phone ?? '');
  const buildBody = () => ({ phone: phone.value || null });
  const save = useAction(async () => {
    await send(api.programs({ id }).members({ memberId }).put(buildBody()));
    toast('Phone number saved');
    onChange();
  });
  return (
    <form onSubmit={save.submit}>
      <TextField
        label="Phone"
        type="tel"
        autocomplete="tel"
        hint="If you forget your card, staff can find you by phone number."
        value={phone}
        error={save.fieldError('phone')}
      />
      <FormError error={save.error.value} />
      <div class="actions">
        <Button type="submit" busy={save.isBusy}>
          Save phone number
        </Button>
        <ShowCodeButton operation="updateMember" values={{ id, memberId, ...buildBody() }} />
      </div>
    </form>
  );
}
