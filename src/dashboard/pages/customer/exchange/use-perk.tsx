import { useSignal } from '@preact/signals';
import type { Reward } from '../../../../rewards/model.ts';
import { api, send } from '../../../data/api.ts';
import { cacheNames, getCachedName, perkBusinessKey } from '../../../data/name-cache.ts';
import { useOwnChanges } from '../../../data/poll.ts';
import { useAction } from '../../../data/resource.ts';
import { market as t } from '../../../messages/market/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NumberField, parseNumber } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { RewardCard } from '../reward/reward-card.tsx';

/** One call can issue up to 100 rewards; the newest come first. */
const NEWEST = { page: 1, perPage: 100 };

interface UsePerkProps {
  perkId: string;
  name: string;
  onClose: () => void;
  onUsed: () => void;
}

/** Converts perks to reward codes after confirmation, since this can't be undone. */
export function UsePerk({ perkId, name, onClose, onUsed }: UsePerkProps) {
  const quantity = useSignal('1');
  const rewards = useSignal<Reward[]>([]);
  const body = () => ({ perkId, quantity: parseNumber(quantity) ?? 0 });
  const use = useAction(async () => {
    const response = await send(api.exchange.redemptions.post(body()));
    const businessName = getCachedName(perkBusinessKey(perkId));
    if (businessName)
      cacheNames(Object.fromEntries(response.rewards.map(({ businessId }) => [businessId, businessName])));
    rewards.value = response.rewards;
    onUsed();
  });
  const refresh = async () => {
    const { items } = await send(api.rewards.get({ query: NEWEST }));
    rewards.value = rewards.value.map(reward => items.find(({ id }) => id === reward.id) ?? reward);
  };
  // Offline, the codes stay as last loaded.
  useOwnChanges(
    () => void refresh().catch(() => {}),
    rewards.value.some(({ status }) => status === 'issued'),
  );
  if (rewards.value.length > 0)
    return (
      <Dialog title={t.showCode} onClose={onClose}>
        <div class="stack">
          {rewards.value.map(reward => (
            <RewardCard key={reward.id} reward={reward} />
          ))}
          <ButtonLink href="/my/rewards">{t.allRewards}</ButtonLink>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title={formatText(t.useTitle, { perk: name })}
      submitLabel={t.getCode}
      action={use}
      call={{ operation: 'redeemPerk', values: body() }}
      onClose={onClose}
    >
      <p>{t.useHow}</p>
      <NumberField label={t.quantity} value={quantity} name="quantity" isRequired />
    </FormDialog>
  );
}
