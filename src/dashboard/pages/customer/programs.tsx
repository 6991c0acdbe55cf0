import { formatLabel, formatMoney, plural } from '../../data/format.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { navigate, type PageProps } from '../../data/router.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, PageHead } from '../../ui/components.tsx';
import { EmptyState, FormError } from '../../ui/states.tsx';
import { PagedList } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { describeBenefits, joinProgram, type Membership, readMemberships } from './memberships.ts';

/** The customer's memberships and the programs open to join. */
export default function Programs(_: PageProps) {
  const paging = pageQuery();
  const list = useResource(abort => readMemberships(paging, abort), [paging.page]);
  return (
    <>
      <PageHead title="Memberships" intro="Join a program to earn points and cashback." />
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="star" title="No programs to join yet">
            <ButtonLink href="/" kind="primary">
              See offers
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
    </>
  );
}

function membersFirst(one: Membership, other: Membership): number {
  return Number(Boolean(other.member)) - Number(Boolean(one.member));
}

function ProgramCard({ program, shop, member }: Membership) {
  const { id, name, description, rewards } = program;
  const isActive = member?.status === 'active';
  const join = useAction(async () => {
    await joinProgram(id);
    toast(`Welcome to ${name}`);
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
              <Badge tone="good">{member.tier ?? 'Member'}</Badge>
            ) : (
              <Badge tone="warn">{member.status === 'left' ? 'Left' : formatLabel(member.status)}</Badge>
            )}
            <Badge>{plural(member.pointsBalance, 'point')}</Badge>
            {member.cashback.available > 0 && (
              <Badge tone="good">{formatMoney(member.cashback.available)} cashback</Badge>
            )}
          </p>
          <ButtonLink href={`/my/programs/${id}`} {...(isActive && { kind: 'primary' })}>
            {isActive ? 'Show card' : 'View membership'}
          </ButtonLink>
        </>
      ) : (
        <>
          <ul class="benefits">
            {describeBenefits(rewards).map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <FormError error={join.error.value} />
          <div class="actions">
            <Button kind="primary" busy={join.isBusy} onClick={() => void join.run()}>
              Join program
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
