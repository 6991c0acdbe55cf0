import { useSignal } from '@preact/signals';
import type { MemberProgress, OpenReward, ShopOffer } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatNumber, formatReward, formatValidUntil } from '../../../data/format.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CodeScreen } from '../reward/code-screen.tsx';
import { formatOffer } from '../shared/shop-parts.tsx';

/** The rewards that a customer can buy with points. */
export function RewardShop({ progress, onChange }: { progress: MemberProgress; onChange: () => void }) {
  const { shop, totals, programId } = progress;
  return (
    <Card title={t.forPoints}>
      <p>
        {t.youCanSpend} <strong>{formatText(t.points, { count: totals.pointsBalance })}</strong>
      </p>
      <ul class="rows">
        {shop.map(offer => (
          <Offer
            key={offer.id}
            offer={offer}
            balance={totals.pointsBalance}
            programId={programId}
            onChange={onChange}
          />
        ))}
      </ul>
    </Card>
  );
}

interface OfferProps {
  offer: ShopOffer;
  balance: number;
  programId: string;
  onChange: () => void;
}

function Offer({ offer, balance, programId, onChange }: OfferProps) {
  const buy = () =>
    openForm({
      title: formatText(t.buyTitle, { name: offer.name }),
      submitLabel: t.buy,
      content: formatText(t.costs, {
        points: formatText(t.points, { count: offer.points }),
        balance: formatNumber(balance),
      }),
      run: async () => {
        const { reward } = await send(
          api.programs({ id: programId }).redemptions.post({ rewardId: offer.id }),
        );
        toast(formatText(t.codeIs, { code: reward.code }));
        onChange();
      },
    });
  return (
    <li>
      <div>
        <strong>{offer.name}</strong>
        <p class="hint">
          {formatText(t.points, { count: offer.points })} · {describeStatus(offer, balance)}
        </p>
        {offer.status === 'tooFewPoints' && (
          <progress
            aria-label={formatText(t.pointsFor, { name: offer.name })}
            value={Math.max(0, balance)}
            max={offer.points}
          />
        )}
      </div>
      {offer.status === 'available' && (
        <span class="actions">
          <Button isSmall kind="primary" label={`${t.buy} ${offer.name}`} onClick={buy}>
            {t.buy}
          </Button>
        </span>
      )}
    </li>
  );
}

function describeStatus({ status, points, remaining }: ShopOffer, balance: number): string {
  if (status === 'soldOut') return t.soldOut;
  if (status === 'limitReached') return t.limitReached;
  if (status === 'tooFewPoints') return formatText(t.pointsToGo, { count: points - balance });
  return remaining === null ? t.readyToBuy : formatText(t.inStock, { count: remaining });
}

/** Rewards of one kind, the one that expires first at the front. */
type RewardGroup = [OpenReward, ...OpenReward[]];

function groupRewards(rewards: OpenReward[]): RewardGroup[] {
  const groups = new Map<string, RewardGroup>();
  for (const reward of rewards.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))) {
    const kind = formatReward(reward);
    const group = groups.get(kind);
    if (group) group.push(reward);
    else groups.set(kind, [reward]);
  }
  return [...groups.values()];
}

/** The rewards that a customer can redeem at this business; several of a kind are one row. */
export function OpenRewards({ rewards }: { rewards: OpenReward[] }) {
  return (
    <Card title={t.readyToRedeem} actions={<a href="/my/rewards">{t.allRewards}</a>}>
      <ul class="rows">
        {groupRewards(rewards).map(group => (
          <OpenCode key={group[0].id} group={group} />
        ))}
      </ul>
    </Card>
  );
}

function OpenCode({ group }: { group: RewardGroup }) {
  const isShown = useSignal(false);
  const [reward] = group;
  const code = reward.code ?? '';
  const isOne = group.length === 1;
  return (
    <li>
      <div>
        <strong>{formatOffer({ ...reward, expiresInDays: 0 })}</strong>{' '}
        {!isOne && <Badge>{group.length}</Badge>}
        <p class="hint">
          {formatText(isOne ? t.validUntil : t.firstValidUntil, { date: formatValidUntil(reward.expiresAt) })}
        </p>
      </div>
      <span class="actions">
        <Button
          isSmall
          kind="primary"
          label={`${t.showCode} ${code}`}
          onClick={() => {
            isShown.value = true;
          }}
        >
          {t.showCode}
        </Button>
      </span>
      {isShown.value && (
        <CodeScreen
          reward={{ ...reward, code }}
          onClose={() => {
            isShown.value = false;
          }}
        />
      )}
    </li>
  );
}
