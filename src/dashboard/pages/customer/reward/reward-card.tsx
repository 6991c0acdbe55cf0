import { useSignal } from '@preact/signals';
import type { Reward } from '../../../../rewards/model.ts';
import { formatDateTime, formatMoney, formatReward } from '../../../data/format.ts';
import { rewards as t } from '../../../messages/rewards/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Badge, CopyButton } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RelativeTime, TimeLeft } from '../../../ui/relative-time.tsx';
import { isExpiring } from '../shared/expiry.ts';
import { CodeScreen } from './code-screen.tsx';

const Qr = lazyComponent(() => import('../../../ui/qr.tsx'));

/** Returns the names of the business and of the campaign or program. */
function getRewardSource({ names }: Reward): string {
  return [names?.business, names?.campaign ?? names?.program].filter(Boolean).join(' · ');
}

/** A usable reward in a list; it opens its code on the whole screen. */
export function OpenRewardRow({ reward }: { reward: Reward }) {
  const isShown = useSignal(false);
  const { code, expiresAt } = reward;
  return (
    <li>
      <button
        type="button"
        class="reward-row"
        onClick={() => {
          isShown.value = true;
        }}
      >
        <span>
          <strong>{formatReward(reward)}</strong>
          <span>{getRewardSource(reward)}</span>
          <span class={isExpiring(reward) ? 'expiring' : 'hint'} title={formatDateTime(expiresAt)}>
            <code>{code}</code> · {t.validUntil} <TimeLeft until={expiresAt} />
          </span>
        </span>
        <span class="button primary small">{t.showCode}</span>
      </button>
      {isShown.value && (
        <CodeScreen
          reward={reward}
          onClose={() => {
            isShown.value = false;
          }}
        />
      )}
    </li>
  );
}

/** Shows a reward; only a usable one is styled as a coupon. */
export function RewardCard({ reward }: { reward: Reward }) {
  return reward.status === 'issued' ? <OpenReward reward={reward} /> : <ClosedReward reward={reward} />;
}

/** A usable reward with its code and QR code. */
function OpenReward({ reward }: { reward: Reward }) {
  const { code, expiresAt } = reward;
  const origin = getRewardSource(reward);
  return (
    <article class="card coupon" aria-label={formatText(t.reward, { code })}>
      <div>
        <p class="reward-amount">{formatReward(reward)}</p>
        {origin && <p>{origin}</p>}
        <p class="code-large">{code}</p>
        <p class={isExpiring(reward) ? '' : 'hint'} title={formatDateTime(expiresAt)}>
          {isExpiring(reward) ? (
            <Badge tone="warn">
              {t.validUntil} <TimeLeft until={expiresAt} />
            </Badge>
          ) : (
            <>
              {t.validUntil} <TimeLeft until={expiresAt} />
            </>
          )}
        </p>
        <CopyButton text={code} label={t.copyCode} />
      </div>
      <Qr text={`${location.origin}/dashboard/counter?code=${code}`} label={formatText(t.qr, { code })} />
    </article>
  );
}

function ClosedReward({ reward }: { reward: Reward }) {
  const { status, code, redeemedAt, expiresAt } = reward;
  const origin = getRewardSource(reward);
  return (
    <article class="card" aria-label={formatText(t.reward, { code })}>
      <p class="notice warn" role="status">
        <span>
          <strong>
            {status === 'redeemed' && (
              <>
                {t.redeemed} <RelativeTime at={redeemedAt} />
              </>
            )}
            {status === 'expired' && (
              <>
                {t.expired} <RelativeTime at={expiresAt} />
              </>
            )}
            {status === 'void' && t.voidedByShop}
          </strong>{' '}
          {t.unusable}
        </span>
      </p>
      <p>
        {formatReward(reward)}
        {origin && ` · ${origin}`}
      </p>
      <p class="hint">
        <s>{code}</s>
      </p>
    </article>
  );
}

/** A reward that can no longer be used. */
export function PastReward({ reward }: { reward: Reward }) {
  const { status, redeemedAt, expiresAt, amount, code } = reward;
  if (status === 'issued') return null;
  return (
    <li>
      <div>
        <strong>
          {amount === null || reward.name ? formatReward(reward) : formatMoney(amount, reward.currency)}
        </strong>{' '}
        {getRewardSource(reward)}
        <p class="hint">
          <code>{code}</code> · <RelativeTime at={redeemedAt ?? expiresAt} />
        </p>
      </div>
      <Badge tone={status === 'redeemed' ? 'good' : 'neutral'}>
        {status === 'void' ? t.voided : t[status]}
      </Badge>
    </li>
  );
}
