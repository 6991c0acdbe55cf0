import type { ClaimableMembership } from '../../../../claims/model.ts';
import { formatMoney } from '../../../data/format.ts';
import { claim as t } from '../../../messages/claim/index.ts';
import { formatText } from '../../../messages/text.ts';

/** The contents of unclaimed cards, program by program. */
export function Contents({ memberships }: { memberships: ClaimableMembership[] }) {
  return (
    <>
      {memberships.map(membership => (
        <div class="card stack" key={membership.id}>
          <h2>{membership.programName}</h2>
          <ul class="benefits">
            {listContents(membership).map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Lists what is on a card in words, or that there is nothing. */
export function listContents({
  points,
  visits,
  cashback,
  currency,
  openRewards,
}: ClaimableMembership): string[] {
  const contents = [
    visits > 0 && formatText(t.visits, { count: visits }),
    points > 0 && formatText(t.points, { count: points }),
    cashback > 0 && formatText(t.cashback, { amount: formatMoney(cashback, currency) }),
    openRewards > 0 && formatText(t.rewards, { count: openRewards }),
  ].filter(text => text !== false);
  return contents.length > 0 ? contents : [t.empty];
}
