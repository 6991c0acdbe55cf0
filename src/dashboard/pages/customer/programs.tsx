import { formatMoney, formatNumber } from '../../data/format.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { navigate, type PageProps } from '../../data/router.ts';
import { caller } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, PageHead } from '../../ui/components.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { Paging } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { benefitsOf, join, type Membership, readMemberships } from './memberships.ts';

/** Programs of businesses: those this customer is in, and those to join. */
export default function Programs(_: PageProps) {
  const asked = pageQuery();
  const list = useResource(abort => readMemberships(asked, abort), [asked.page]);
  return (
    <>
      <PageHead
        title="Memberships"
        intro="Join once; what you do and spend then earns points and money back."
      />
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty icon="star" title="No business has a program to join yet">
            <ButtonLink href="/" kind="primary">
              See campaigns
            </ButtonLink>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <ul class="offers">
              {[...items].sort(membersFirst).map(item => (
                <ProgramCard key={item.program.id} {...item} />
              ))}
            </ul>
            <Paging {...pagination} />
          </>
        )}
      </Loaded>
    </>
  );
}

function membersFirst(one: Membership, other: Membership): number {
  return Number(Boolean(other.member)) - Number(Boolean(one.member));
}

function ProgramCard({ program, member }: Membership) {
  const { id, name, description, rewards } = program;
  const enter = useAction(async () => {
    await join(id);
    toast(`Welcome to ${name}`);
    navigate(`/my/programs/${id}`);
  });
  return (
    <li class="card stack">
      <h2>
        <a href={`/my/programs/${id}`}>{name}</a>
      </h2>
      {description && <p>{description}</p>}
      {member ? (
        <>
          <p class="tags">
            {member.status === 'active' ? (
              <Badge tone="good">{member.tier ?? 'member'}</Badge>
            ) : (
              <Badge tone="warn">{member.status === 'left' ? 'you left' : member.status}</Badge>
            )}
            <Badge>{formatNumber(member.points)} points</Badge>
            {member.cashback.available > 0 && (
              <Badge tone="good">{formatMoney(member.cashback.available)} to use</Badge>
            )}
          </p>
          <ButtonLink href={`/my/programs/${id}`}>Your progress</ButtonLink>
        </>
      ) : (
        <>
          <ul class="ticks">
            {benefitsOf(rewards).map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <FormError error={enter.error.value} />
          <div class="actions">
            <Button kind="primary" busy={enter.isBusy} onClick={() => void enter.run()}>
              Join
            </Button>
            <AsCode operation="enrollMember" values={{ id, memberId: caller.value?.user.id }} />
          </div>
        </>
      )}
    </li>
  );
}
