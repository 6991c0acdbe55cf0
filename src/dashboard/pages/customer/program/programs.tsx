import { formatLabel, formatMoney } from '../../../data/format.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { navigate, type PageProps } from '../../../data/router.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Badge, PageHead } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState, FormError } from '../../../ui/states.tsx';
import { PagedList } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { joinProgram, type Membership, readMemberships } from '../shared/memberships.ts';
import { describeBenefits } from '../shop/benefits.ts';

const WaitingCards = lazyComponent(() => import('./waiting-cards.tsx'));

/** The customer's memberships and the programs open to join. */
export default function Programs(_: PageProps) {
  const paging = pageQuery();
  const list = useResource(abort => readMemberships(paging, abort), [paging.page]);
  return (
    <>
      <PageHead title={t.title} intro={t.intro} />
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="star" title={t.none}>
            <ButtonLink href="/" kind="primary">
              {t.seeOffers}
            </ButtonLink>
          </EmptyState>
        }
      >
        {items => (
          <ul class="card-grid">
            {[...items].sort(membersFirst).map(item => (
              <ProgramCard key={item.program.id} {...item} />
            ))}
          </ul>
        )}
      </PagedList>
      <WaitingCards onClaimed={list.reload} />
    </>
  );
}

function membersFirst(one: Membership, other: Membership): number {
  return Number(Boolean(other.member)) - Number(Boolean(one.member));
}

function ProgramCard({ program, shop, member }: Membership) {
  const { id, name, description } = program;
  const isActive = member?.status === 'active';
  const join = useAction(async () => {
    await joinProgram(id);
    toast(formatText(t.welcome, { program: name }));
    navigate(`/my/programs/${id}`);
  });
  return (
    <li class="card stack">
      <h2>
        <a href={`/my/programs/${id}`}>{name}</a>
      </h2>
      {shop && <p class="hint">{shop.name}</p>}
      {description && <p>{description}</p>}
      {member ? (
        <>
          <p class="tags">
            {isActive ? (
              <Badge tone="good">{member.tier ?? t.member}</Badge>
            ) : (
              <Badge tone="warn">
                {member.status === 'left'
                  ? t.left
                  : (shell.states[member.status] ?? formatLabel(member.status))}
              </Badge>
            )}
            <Badge>{formatText(t.points, { count: member.pointsBalance })}</Badge>
            {member.cashback.available > 0 && (
              <Badge tone="good">
                {formatText(t.cashbackOf, {
                  amount: formatMoney(member.cashback.available, member.currency),
                })}
              </Badge>
            )}
          </p>
          <ButtonLink href={`/my/programs/${id}`} {...(isActive && { kind: 'primary' })}>
            {isActive ? t.showCard : t.view}
          </ButtonLink>
        </>
      ) : (
        <>
          <ul class="benefits">
            {describeBenefits(program).map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <FormError error={join.error.value} />
          <div class="actions">
            <Button kind="primary" busy={join.isBusy} onClick={() => void join.run()}>
              {t.join}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
