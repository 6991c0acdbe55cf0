import type { Member } from '../../../../programs/members/model.ts';
import type { Shop, ShopProgram } from '../../../../shops/model.ts';
import { formatLabel } from '../../../data/format.ts';
import { useResource } from '../../../data/resource.ts';
import { navigate, query } from '../../../data/router.ts';
import { caller } from '../../../data/session.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { offer } from '../../../messages/offer/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { readMember } from '../shared/memberships.ts';
import { useTitle } from '../shared/shop-parts.tsx';
import JoinProgram from './join-program.tsx';

/** The page of a shop to join one of its programs: what members get, and one form for membership and account. */
export default function Join({ shop }: { shop: Shop }) {
  const id = query.value.get('program');
  const program = shop.programs.find(each => id === null || each.id === id);
  useTitle(formatText(t.joinAt, { program: program?.name ?? '', shop: shop.name }));
  return program ? (
    <>
      <div class="offer-head">
        <PageHead title={program.name} />
        <p>{t.joinIntro}</p>
      </div>
      <Participation program={program} shop={shop} />
    </>
  ) : (
    <EmptyState icon="star" title={t.none}>
      <ButtonLink href={`/s/${shop.slug}`} kind="primary">
        {t.seeOffers}
      </ButtonLink>
    </EmptyState>
  );
}

/** The form, which stays in place while its visitor signs up; for members the way to the card. */
function Participation({ program, shop }: { program: ShopProgram; shop: Shop }) {
  const { user } = caller.value ?? {};
  const isCustomer = user?.role === 'customer';
  // In an object, because data that is undefined is still loading.
  const own = useResource(
    async abort => ({ member: isCustomer ? await readMember(program.id, abort) : undefined }),
    [program.id, user?.id],
  );
  if (user && !isCustomer)
    return (
      <Card title={t.join}>
        <p>{t.joinNotForShops}</p>
        <div class="actions">
          <ButtonLink href={`/dashboard/programs/${program.id}`}>{offer.openInDashboard}</ButtonLink>
        </div>
      </Card>
    );
  return (
    <Loaded resource={own} lines={6}>
      {({ member }) =>
        member ? (
          <MemberNotice member={member} />
        ) : (
          <JoinProgram {...{ program, shop }} onJoined={() => navigate(`/my/programs/${program.id}`)} />
        )
      }
    </Loaded>
  );
}

/** Leads a member to the card; people who left, or whose membership is suspended, to what they keep. */
function MemberNotice({ member: { programId, status } }: { member: Member }) {
  const isActive = status === 'active';
  const state = shell.states[status as keyof typeof shell.states] ?? formatLabel(status);
  return (
    <Card
      title={isActive ? t.youAreMember : status === 'left' ? t.youLeft : formatText(t.isState, { state })}
    >
      <div class="actions">
        <ButtonLink href={`/my/programs/${programId}`} kind="primary">
          {isActive ? t.showCard : t.view}
        </ButtonLink>
      </div>
    </Card>
  );
}
